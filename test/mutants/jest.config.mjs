import all from '../../jest.config.mjs';
import { testsOf } from './files.mjs';

const { displayName, ...unit } = all.projects[0];

/** The unit tests of the file that is changed. */
export default {
  ...unit,
  // StrykerJS puts its own around it, and finds none of ours.
  testEnvironment: 'node',
  // StrykerJS copies only these folders.
  roots: ['core', 'node-red', 'nodes', 'sandbox', 'test'],
  testMatch: testsOf[process.env.MUTATED].map((path) => `<rootDir>/${path}`),
};
