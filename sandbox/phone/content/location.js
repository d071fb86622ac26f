import { drawing, element } from '../dom.js';
import { link } from '../formats.js';

/** A position on a small drawn map with a link to a real one, which needs the internet. */
export function location({ longitude, latitude, name, address }) {
  const position = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const query = new URLSearchParams({ mlat: latitude, mlon: longitude });
  return [
    map(longitude, latitude),
    name && element('strong', {}, name),
    address && element('p', {}, address),
    element('p.small', {}, link(`https://www.openstreetmap.org/?${query}`, position)),
  ];
}

/** Streets that differ from place to place, so that two positions do not look the same. */
function map(longitude, latitude) {
  const bend = (value) => ((Math.abs(value) * 1000) % 60) - 30;
  const [across, along] = [bend(longitude), bend(latitude)];
  const street = (d, width = '8') => [
    'path',
    { d, fill: 'none', stroke: 'var(--map-street)', 'stroke-width': width },
  ];
  const drawn = drawing(
    [260, 130],
    ['rect', { width: '260', height: '130', fill: 'var(--map-land)' }],
    [
      'path',
      {
        d: `M-5 ${30 + along} Q 130 ${across} 265 ${50 + along}`,
        fill: 'none',
        stroke: 'var(--map-water)',
        'stroke-width': '18',
      },
    ],
    street(`M-5 ${80 + across} L 265 ${60 - along}`),
    street(`M${90 + along} -5 L ${150 - across} 135`),
    street(`M${210 - across} -5 L ${190 + along} 135`, '4'),
    street(`M-5 ${115 - along} L 265 ${105 + across}`, '4'),
    ['path', { d: 'M130 78c-9-12-14-18-14-25a14 14 0 0 1 28 0c0 7-5 13-14 25z', fill: 'var(--map-pin)' }],
    ['circle', { cx: '130', cy: '53', r: '5', fill: 'white' }],
  );
  drawn.setAttribute('class', 'map');
  drawn.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  return drawn;
}
