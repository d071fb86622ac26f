// Not published, as the sandbox's sources: the same rules.
export { default } from '../sandbox/eslint.config.mjs';
