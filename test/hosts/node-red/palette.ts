/** The core nodes that the flows of most tests are made of, by their files. */
const coreNodes = [
  '05-junction.js',
  '10-function.js',
  '10-switch.js',
  '15-change.js',
  '17-split.js',
  '20-inject.js',
  '21-debug.js',
  '21-httpin.js',
  '24-complete.js',
  '25-catch.js',
  '25-status.js',
  '60-link.js',
  '80-template.js',
  '90-comment.js',
  '98-unknown.js',
];
const ourPackage = 'node-red-messaging-service';
const ourProbe = 'probe.js';

/**
 * The line of settings.js by which Node-RED loads only these, so that it starts with half the work: loading its other nodes, and looking for
 * more in every package of the checkout, is the other half.
 */
export const fewNodes = `nodesIncludes: ${JSON.stringify([...coreNodes, ourPackage, ourProbe])},`;

/** For `editorTheme`: the editor opens with a quarter less work without loading Monaco. */
export const smallEditor = "codeEditor: { lib: 'ace' }";

/** For `externalModules`: otherwise, Node-RED runs `npm -v` at each start, which is a fifth of its work. */
export const noInstalls = 'palette: { allowInstall: false }';
