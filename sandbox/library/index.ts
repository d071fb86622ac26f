export { createSandbox } from './createSandbox';
export type * from './types';
