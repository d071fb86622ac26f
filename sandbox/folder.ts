/** Where the pages and the description lie. The only place that may name its own folder, as `npm run sandbox` moves the code into one file. */
export const folder = __dirname;
