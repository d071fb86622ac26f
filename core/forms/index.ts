export type * from './describe';
export { forms, type Forms } from './forms';
export { asSpecified, messagesOfBatch } from './asSpecified';
export { contentFromJson } from './asSpecified';
export { enteredJson } from './asSpecified';
export { fromForm, partFromForm } from './fromForm';
export { labelOf } from './labels';
export { labelOnForm } from './place';
