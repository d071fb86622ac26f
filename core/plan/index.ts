export {
  runFallback,
  type ChannelAttempt,
  type DeliveryReport,
  type FallbackProgress,
  type FallbackRules,
  type FallbackWork,
} from './channels';
export { othersAsked } from './people';
export { next, succeeded, type Attempt, type AttemptState, type Plan, type PlanStep } from './plan';
