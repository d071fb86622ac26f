// Not published either.
export { default } from '../sandbox/eslint.config.mjs';
