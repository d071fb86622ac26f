export * from './channels';
export * from './parts';
export * from './people';
export * from './plan';
export * from './progress';
