export { isAbout } from './answers/statusAnswer';
export type { AccountSettings, RateLimitSetting } from './calls/account';
export {
  checkBaseUrl,
  checkCountryCode,
  checkRecipientsAllowed,
  defaultPaths,
  rateLimitIn,
  defaultVersion,
} from './calls/account';
export * from './outcome/attempt';
export * from './checkMessage';
export * from './client';
export {
  asMessagingError,
  inOneLine,
  invalidField,
  invalidSettings,
  MessagingError,
  nothingSent,
  stackOfFault,
  type ErrorDetail,
  type Outcome,
} from './outcome/errors';
export { checkFileType } from './request/mimeType';
export * from './request/furtherChannels';
export type { AttemptResult } from './outcome/outcome';
export * from './outcome/result';
export { groupByNotification } from './request/groupByNotification';
export * from './calls/connection';
export * from './request/numberList';
export * from './calls/limiter';
export {
  checkFileSize,
  cleanFileName,
  lastPart,
  invalidFile,
  USUAL_LARGEST_MEGABYTES,
  withFileNames,
  type MediaFile,
  type UploadForm,
} from './request/media';
export { defaultRetry, pauseAskedFor, type RetrySettings } from './calls/retry';
export { pagesOf, wasRefused } from './answers/results';
export { secretMask, withTextsMasked, withoutSecrets, type Mask } from './calls/secrets';
export { sleep } from './calls/sleep';
export { splitMessage } from './request/splitText';
export { tidyRequest } from './request/tidyRequest';
export * from './calls/transport';
