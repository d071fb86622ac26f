export { whyNotAbout } from './aboutMessage';
export type { AccountSettings } from './account';
export {
  checkBaseUrl,
  checkCountryCode,
  countryCodeHelp,
  defaultPaths,
  defaultVersion,
  strictLimitsHelp,
} from './account';
export { attempt, type Result } from './attempt';
export * from './client';
export {
  asMessagingError,
  changed,
  invalidField,
  invalidSettings,
  MessagingError,
  nothingSent,
  stackOfFault,
  type ErrorDetail,
  type Outcome,
} from './errors';
export * from './fallback';
export { checkFileType } from './fileType';
export * from './furtherChannels';
export type { FallbackAttempt } from './outcome';
export { groupByNotification } from './groupByNotification';
export { installed } from './installed';
export { hadNoConnection, hadNoSecureConnection, isUnencrypted, proxyOf } from './connection';
export { createLimiter, type Limiter } from './limiter';
export {
  checkFileSize,
  cleanFileName,
  lastPart,
  invalidFile,
  USUAL_LARGEST_MEGABYTES,
  type MediaFile,
  type UploadForm,
} from './media';
export { defaultRetry, pauseAskedFor, type RetrySettings } from './retry';
export { pagesOf, type MessageResult, type RecipientResult } from './results';
export { withoutSecrets } from './secrets';
export { sleep, sleepUntil } from './sleep';
export { tidyRequest } from './tidyRequest';
export {
  LARGEST_ANSWER_BYTES,
  TransportFailure,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
