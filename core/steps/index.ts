export * from './exclude';
export * from './keyClaims';
export * from './limit';
export * from './once';
export * from './outgoing';
export * from './rateLimit';
export * from './schedule';
export * from './steps';
