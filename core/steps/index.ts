export { conversationsOf } from './conversations';
export { compareWithList } from './exclude';
export { askForReport } from './askForReport';
export { growingPause, type Pauses } from './growingPause';
export { KeyClaims, sharedKeys, type Claimants, type KeyStore, type SharedKeys } from './keyClaims';
export { checkBalance, checkRun, readMostPerRun, type RunLimit } from './limit';
export { readKey, sendOnce, type Keyed, type Once } from './once';
export {
  ended,
  open,
  outgoing,
  recipientsOf,
  resultOfOutgoing,
  type Outgoing,
  type WouldGoOut,
} from './outgoing';
export { noneSent, rateLimitOf, type Counts, type RateLimit } from './rateLimit';
export { windowReader, type Schedule } from './schedule';
export { takeSteps, type Steps } from './steps';
