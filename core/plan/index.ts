export { fallbackPlan, fallbackResult, runFallback, type FallbackRules } from './channels';
export { partsPlan, partsResult } from './parts';
export { everybodyAsked, othersAsked } from './people';
export {
  maySucceed,
  next,
  succeeded,
  type Attempt,
  type AttemptState,
  type Plan,
  type PlanStep,
} from './plan';
export {
  afterAnswer,
  afterCheck,
  afterReport,
  afterResult,
  attemptAfter,
  mayArrive,
  reported,
  toldOf,
  whileSending,
  type DeliveryReport,
  type NotReached,
  type Tried,
} from './progress';
export { runPlan, type PlanEnd, type PlanWork } from './runPlan';
