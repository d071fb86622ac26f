export {
  atMostPerRun,
  checkBalance,
  checkRun,
  readMostPerRun,
  withinBalance,
  type RunLimit,
} from './atMostPerRun';
export { conversationsOf } from './conversations';
export {
  compareWithList,
  doNotSendTo,
  notCompared,
  OptedOut,
  type Addressed,
  type Compared,
} from './doNotSendTo';
export { askForReport, followStatus } from './followStatus';
export { growingPause, type Pauses } from './growingPause';
export {
  alone,
  end,
  journey,
  resultOf,
  sendOne,
  valueOf,
  type Next,
  type OnItsWay,
  type Step,
} from './journey';
export { KeyClaims, sharedKeys, type KeyStore, type SharedKeys } from './keyClaims';
export {
  guarded,
  HeldBack,
  loopGuard,
  loopGuardOf,
  SentLately,
  type LoopGuard,
  type LoopGuardRules,
} from './loopGuard';
export { leftOutIsNoFailure, type LeftOut } from './leftOut';
export { oncePerKey, readKey, type OncePerKey } from './oncePerKey';
export { outgoing, resultOfOutgoing } from './outgoing';
export { checkTelling, tellOther, type OtherPerson, type TellOther } from './tellOther';
export { wouldGoOut, type WouldGoOut } from './wouldGoOut';
export {
  checkPlannedInTime,
  inSendingWindow,
  OutsideWindow,
  sendInWindow,
  windowReader,
  type InSendingWindow,
} from './sendingWindow';
