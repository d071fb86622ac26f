// A browser on a busy machine can miss a click. In CI a test gets a second try, and the log shows why the first one failed.
if (process.env.CI !== undefined) jest.retryTimes(1, { logErrorsBeforeRetry: true });
