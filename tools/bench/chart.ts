// The chart of the cost per change by queue length: plain SVG that is readable on light and dark pages.
import type { Cost } from './durable-change.ts';
import { formatCount } from './measure.ts';

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 64;
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 56;

const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #57606a; }
    .title { font-size: 15px; font-weight: 600; fill: #1f2328; }
    .grid { stroke: #d0d7de; }
    .ours { stroke: #0969da; } .ours-fill { fill: #0969da; }
    .array { stroke: #bc4c00; } .array-fill { fill: #bc4c00; }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
    .name { font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1; }
      .title { fill: #f0f6fc; }
      .grid { stroke: #3d444d; }
      .ours { stroke: #4493f8; } .ours-fill { fill: #4493f8; }
      .array { stroke: #f0883e; } .array-fill { fill: #f0883e; }
    }`;

/** A round step that gives about four grid lines up to `most`. */
function stepFor(most: number): number {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((step) => step * power >= rough) ?? 10) * power;
}

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;

export function chartOf(costs: readonly Cost[]): string {
  const lengths = costs.map(({ waiting }) => waiting);
  const [shortest, longest] = [Math.log10(Math.min(...lengths)), Math.log10(Math.max(...lengths))];
  const most = Math.max(...costs.flatMap(({ ours, array }) => [ours, array]));
  const step = stepFor(most);
  const top = Math.ceil(most / step) * step;
  const x = (waiting: number) =>
    LEFT + ((Math.log10(waiting) - shortest) / (longest - shortest)) * (WIDTH - LEFT - RIGHT);
  const y = (ms: number) => HEIGHT - BOTTOM - (ms / top) * (HEIGHT - TOP - BOTTOM);
  const parts: string[] = [];
  for (let ms = 0; ms <= top; ms += step) {
    parts.push(
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}"/>`,
      text(LEFT - 8, y(ms) + 4, String(ms), 'text-anchor="end"'),
    );
  }
  for (const waiting of lengths) {
    parts.push(text(x(waiting), HEIGHT - BOTTOM + 20, formatCount(waiting), 'text-anchor="middle"'));
  }
  for (const [side, name] of [
    ['array', 'an array in one file'],
    ['ours', 'Storefront Desk'],
  ] as const) {
    const points = costs.map((cost) => [x(cost.waiting).toFixed(1), y(cost[side]).toFixed(1)] as const);
    parts.push(`<polyline class="line ${side}" points="${points.map((point) => point.join(',')).join(' ')}"/>`);
    for (const [cx, cy] of points) parts.push(`<circle class="${side}-fill" cx="${cx}" cy="${cy}" r="4"/>`);
    const last = costs.at(-1);
    if (!last) continue;
    // A line that ends near the bottom has its label above, clear of the axis.
    const [endX, endY] = [x(last.waiting) + 10, Math.min(y(last[side]), HEIGHT - BOTTOM - 18)];
    parts.push(
      text(endX, endY - 3, name, `class="name ${side}-fill"`),
      text(endX, endY + 14, `${last[side].toFixed(1)} ms`, `class="${side}-fill"`),
    );
  }
  parts.push(
    text(LEFT, 22, 'What one durable change costs, by how many wait', 'class="title"'),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, 'changes that wait (logarithmic)', 'text-anchor="middle"'),
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">ms for each change</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="What one durable change costs, by how many wait">
  <style>${STYLE}
  </style>
  ${parts.join('\n  ')}
</svg>
`;
}
