// Where the models lie. Bundlers copy files that are named like this.
export default {
  "3x10": new URL("./3x10.model", import.meta.url).href,
  "2x15": new URL("./2x15.model", import.meta.url).href,
  "6x6": new URL("./6x6.model", import.meta.url).href,
  "7x7": new URL("./7x7.model", import.meta.url).href,
};
