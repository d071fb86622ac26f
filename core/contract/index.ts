export * from './content';
export * from './content/media';
export * from './content/template';
export { fieldTexts, type FieldText } from './field';
export * from './limits';
export * from './message';
export { channels, type Channel, type ContentType } from './names';
export * from './notification';
export {
  amountInThousandths,
  amountText,
  countCharacters,
  isInternationalNumber,
  readCountryCode,
  tidyNumber,
  tidySmsSender,
} from './patterns';
export type { LabelOf, Problem } from './problem';
export * from './recipient';
export * from './validate';
