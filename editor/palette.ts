import { red, translate } from './red';

/**
 * Makes the palette's filter and the quick-add dialog find our nodes by the names of the channels, and the filter also by other words for
 * what they do. Both search only type and label, and the palette has room for a short label only: there, the words are added just to what
 * the filter reads.
 */
export function addKeywords(): void {
  // Runs after Node-RED's own listener, which adds the node to the palette.
  red.events.on('registry:node-type-added', (type) => {
    if (type.startsWith('messaging-')) addTo(type);
  });
}

function addTo(type: string): void {
  const definition = red.nodes.getType(type);
  const entry = document.querySelector(`.red-ui-palette-node[data-palette-type="${type}"]`);
  const label = entry?.getAttribute('data-palette-label');
  if (definition === undefined || entry === null || typeof label !== 'string') return;
  // Both put the node first that has the word furthest to the left: that should be the node that sends.
  const key = type === 'messaging-send' ? 'palette.send' : 'palette.other';
  const found = translate(key, { label });
  // The palette shows its own label; the quick-add dialog would show these words.
  entry.setAttribute('data-palette-label', `${found}, ${translate('palette.words')}`);
  definition.paletteLabel = found;
}
