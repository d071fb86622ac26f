export type * from './describe';
export { forms, type Forms } from './forms';
export { fromForm } from './fromForm';
export { labelOf } from './labels';
