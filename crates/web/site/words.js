// Numbers, times and the like in texts, for all languages.

/** A whole number, with commas as both languages write them. The browser's own function takes ten milliseconds when it is first called. */
export const n = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

export const seconds = (language, unit) => (value) => value < 0.095
  ? `${Math.max(1, Math.round(value * 1000))} ms`
  : `${value.toLocaleString(language, { maximumSignificantDigits: 2 })} ${unit}`;

/** A number of positions, rounded if it is exact no longer. */
export const counted = (value, about) => (value < 2 ** 53 ? n(value) : `${about}${(value / 10 ** Math.floor(Math.log10(value))).toFixed(1)} × 10${[...String(Math.floor(Math.log10(value)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`);

/** Whether a browser says that a file could not be fetched. */
export const isUnfetched = (message) => /fetch|network|load failed/i.test(message);

/** Minutes and seconds. */
export const clock = (time) => `${Math.floor(time / 60_000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}`;

/** Minutes, seconds and hundredths: 1:02.34, or 9.87. */
export const exactTime = (time) => {
  const hundredths = Math.round(time / 10);
  const [minutes, rest] = [Math.floor(hundredths / 6000), ((hundredths % 6000) / 100).toFixed(2)];
  return minutes ? `${minutes}:${rest.padStart(5, "0")}` : rest;
};

export const plural = (n, one, many) => `${n} ${n === 1 || n === "1" ? one : many}`;
