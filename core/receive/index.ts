export { harmIn, isUtf8, readBytes, readParsed, type ReadBody } from './body';
export { AllowListError, DOCUMENTED_CALLERS, isAllowed, parseAllowList } from './allowList';
export type { AllowList } from './allowList';
export { callerAddress } from './callerAddress';
export { judgeCaller, knowsSecret, withoutSecret } from './callerCheck';
export type { CallerJudgement } from './callerCheck';
export { matchesFilter, type EventFilter, type OptOutFilter } from './eventFilter';
export { eventKey, REMEMBERED_EVENTS, SeenEvents, type EventKey } from './eventKey';
export type {
  Channel,
  ChosenOption,
  DeliveryStatus,
  InboundEvent,
  OptOut,
  ReceivedMedia,
  ReplyAddresses,
  ServiceEvent,
  StatusEvent,
  UnknownEvent,
} from './events';
export { optOutOf, USUAL_OPT_OUT_WORDS, withOptOut, type OptOutWords } from './optOut';
export { canBeGathered, Gatherer, MOST_HELD_CALLS, type GatherRule, type HeldCall } from './gather';
export { readEvent, readWanted } from './readEvent';
export type { ReceivedRequest, WantedKind, WantedReading } from './readEvent';
export { replyTo } from './replyTo';
export { statusOfWord } from './vocabulary';
export { mayHaveLostDigits } from '../json';
