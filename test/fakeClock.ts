/**
 * Gives a test file a clock that its tests move themselves, also for the pauses of the core, which jest's timers do not know. One clock for all of
 * them: what outlives a test, such as the sandbox, would lose its timers with a clock of its own. Call it after the `beforeAll` that starts servers,
 * and before the `afterAll` that ends them.
 */
export function useFakeClock(): void {
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  beforeEach(() => {
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => {
    jest.useRealTimers();
  });
}
