import { red, translate } from './red';

/**
 * Makes the palette's filter and the quick-add dialog find our nodes under the names of the channels. Both look at nothing but type and
 * label, and in the palette there is no room for more than a short one: there the words are only added to what the filter reads.
 */
export function addKeywords(): void {
  // After Node-RED's own listener, which puts the node into the palette.
  red.events.on('registry:node-type-added', (type) => {
    if (type.startsWith('messaging-')) addTo(type);
  });
}

function addTo(type: string): void {
  const definition = red.nodes.getType(type);
  const entry = document.querySelector(`.red-ui-palette-node[data-palette-type="${type}"]`);
  const label = entry?.getAttribute('data-palette-label');
  if (definition === undefined || entry === null || typeof label !== 'string') return;
  // Both list first what holds the word furthest to the left: that is the node that sends.
  const key = type === 'messaging-send' ? 'palette.send' : 'palette.other';
  const found = translate(key, { label });
  entry.setAttribute('data-palette-label', found);
  definition.paletteLabel = found;
}
