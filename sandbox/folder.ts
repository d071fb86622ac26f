/**
 * Where the pages and the description are. No other file may use `__dirname`, because `npm run sandbox` bundles the code into one file
 * elsewhere.
 */
export const folder = __dirname;
