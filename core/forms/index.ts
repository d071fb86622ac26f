export type * from './describe';
export { forms, type Forms } from './forms';
export { asSpecified, contentFromJson, enteredJson, messagesOfBatch } from './asSpecified';
export { fromForm, partFromForm } from './fromForm';
export { labelOf } from './labels';
export { labelOnForm } from './place';
