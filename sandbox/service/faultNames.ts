/** The faults by their names in the settings and in the header `X-Sandbox-Fault`. */
export const faultNames = [
  'unauthorized',
  'no-credit',
  'invalid',
  'too-many-requests',
  'too-many-requests-no-hint',
  'server-error',
  'bad-gateway',
  'unavailable',
  'unavailable-retry',
  'gateway-timeout',
  'redirect',
  'slow',
  'close-before-body',
  'close-during-body',
  'close-after-body',
  'close-during-answer',
  'malformed-answer',
  'wrong-type-answer',
  'huge-answer',
  'odd-casing',
  'extra-fields',
  'duplicate-webhooks',
  'out-of-order-webhooks',
] as const;

export type FaultName = (typeof faultNames)[number];
