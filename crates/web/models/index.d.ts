/** The addresses of the models, for the option `models` of `load` and `connect` in `tilebase-solver`. */
declare const models: Readonly<Record<"3x10" | "2x15" | "6x6" | "7x7", string>>;
export default models;
