import { expect, test } from 'vitest';
import { layoutBreaches } from './support/layout.ts';
import { testStage } from './support/stage.ts';

/** What the check of the layout finds, and what it leaves in peace: each breach beside its legitimate neighbour. */

const stage = await testStage();
const STYLE = 'margin: 0; font: 16px/1.5 "DejaVu Sans", sans-serif; padding: 40px';

const CASES: [kind: string, breach: string, finds: RegExp, neighbour: string][] = [
  [
    'a word cut at the side',
    '<div style="width: 60px; overflow: hidden; white-space: nowrap">Configuration</div>',
    /^clipped: “Configuration”/,
    '<div style="width: 60px; overflow-x: auto; white-space: nowrap">Configuration</div>',
  ],
  [
    'letters cut at the foot',
    '<div style="height: 14px; line-height: 24px; overflow: hidden">gypsy</div>',
    /^clipped: “gypsy”/,
    '<div style="height: 20px; line-height: 20px; overflow: hidden">gypsy</div>',
  ],
  [
    'words that end in dots and are nowhere whole',
    '<div style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Configuration</div>',
    /^shortened: “Configuration”/,
    '<div title="Configuration" style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Configuration</div>',
  ],
  [
    'a name that loses its beginning among words from right to left',
    '<div dir="rtl" title="Configuration" style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Configuration</div>',
    /^its beginning is cut: “Configuration”/,
    '<div dir="rtl"><bdi title="Configuration" style="display: block; width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Configuration</bdi></div>',
  ],
  [
    'lines left out without a way to them',
    '<div style="width: 90px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1">one two three four five</div>',
    /^shortened: “one two/,
    '<div data-abridged style="width: 90px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1">one two three four five</div>',
  ],
  [
    'a word broken in its middle',
    '<div style="width: 70px; overflow-wrap: anywhere">Configuration</div>',
    /^broken: “Configuration”/,
    '<div style="width: 90px; overflow-wrap: anywhere">Con&shy;figu&shy;ration well-known https://example.com/a/very/long/path 电话号码和联系人</div>',
  ],
  [
    'a text under something else',
    '<p>Hello there</p><div style="position: absolute; left: 0; top: 0; width: 400px; height: 200px; background: white"></div>',
    /^covered: “Hello there” by div/,
    '<p>Hello there</p><div style="position: absolute; left: 0; top: 0; width: 400px; height: 200px"></div><div style="position: absolute; left: 0; top: 0; width: 400px; height: 200px; background: white; opacity: 0"></div>',
  ],
  [
    'a text under what lets the pointer through',
    '<p>Hello there</p><div style="pointer-events: none"><div style="position: absolute; left: 0; top: 0; width: 400px; height: 200px; background: white; pointer-events: none"></div></div>',
    /^covered: “Hello there” by div/,
    '<p style="pointer-events: none">Hello there</p><div style="pointer-events: none"><div style="position: absolute; left: 0; top: 0; width: 400px; height: 200px"></div></div>',
  ],
  [
    'the end of a page under a fixed bar',
    '<div style="height: 900px">Top</div><p style="margin: 0">The last line</p><div style="position: fixed; left: 0; right: 0; bottom: 0; height: 90px; background: white"></div>',
    /^covered: “The last line”/,
    '<div style="height: 900px">Top</div><p style="margin: 0 0 100px">The last line</p><div style="position: fixed; left: 0; right: 0; bottom: 0; height: 90px; background: white"></div>',
  ],
  [
    'a text under a button that floats, until one scrolls',
    '<p style="margin: 0 0 300px; padding-top: 480px; text-align: right">A price</p><button style="position: fixed; right: 20px; bottom: 20px; width: 200px; height: 70px"></button>',
    /^covered until one scrolls: “A price” by button/,
    '<p style="margin: 0 0 300px; padding-top: 480px; text-align: right">A price</p><div style="position: fixed; left: 0; right: 0; bottom: 0; height: 70px; background: white"></div><div role="status" style="position: fixed; right: 20px; bottom: 20px; width: 200px; height: 70px; background: white"></div>',
  ],
  [
    'two texts in one place',
    '<div style="position: absolute">One word</div><div style="position: absolute; left: 60px; top: 42px">Another</div>',
    /^overlap: “One word” and “Another”/,
    '<div style="line-height: 1">gypsy<br>Edge</div>',
  ],
  [
    'a text beside the window',
    '<div style="position: fixed; left: -30px; top: 40px">Hello there</div>',
    /^outside: “Hello there”/,
    '<a href="#main" style="position: absolute; top: -64px">Skip</a><p style="position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden">Said aloud</p>',
  ],
  [
    'a page that is too wide',
    '<div style="width: 2000px; height: 20px"></div>',
    /^the page scrolls sideways$/,
    '<div style="overflow-x: auto"><div style="width: 2000px; height: 20px"></div></div>',
  ],
  [
    'a control that a finger misses',
    '<button style="width: 18px; height: 18px; padding: 0" aria-label="Close"></button>',
    /^small: 18×18 px, “Close”/,
    '<p>Read <a href="/terms">the terms</a> first.</p><label style="display: inline-flex; height: 30px; align-items: center"><input type="checkbox"> Agreed</label>',
  ],
  [
    'a control on another',
    '<button style="position: absolute; left: 40px; width: 90px; height: 30px">Save</button><button style="position: absolute; left: 120px; width: 90px; height: 30px">Send</button>',
    /^controls overlap: “Save”.* and “Send”$/,
    '<div style="position: relative; width: 200px"><input aria-label="Password" style="width: 200px; height: 40px"><button style="position: absolute; right: 4px; top: 4px; height: 30px">Show</button></div>',
  ],
  [
    'a choice that does not fit its field',
    '<select style="width: 70px; height: 30px"><option>Configuration</option></select>',
    /^shortened: “Configuration”/,
    '<select title="Configuration" style="width: 70px; height: 30px"><option>Configuration</option></select>',
  ],
  [
    'a hint that does not fit its field',
    '<input placeholder="Configuration" style="width: 50px; height: 30px">',
    /^shortened: “Configuration”/,
    '<input value="Configuration" placeholder="Configuration" style="width: 50px; height: 30px">',
  ],
];

test.each(CASES)('%s is found, and its neighbour is not', async (_kind, breach, finds, neighbour) => {
  const page = await stage.openPage({ viewport: { width: 800, height: 600 } });
  await page.setContent(`<body style='${STYLE}'>${breach}</body>`);
  expect(await layoutBreaches(page)).toEqual([expect.stringMatching(finds)]);
  await page.setContent(`<body style='${STYLE}'>${neighbour}</body>`);
  expect(await layoutBreaches(page)).toEqual([]);
  await page.context().close();
});

test('a page that was looked at is as it was', async () => {
  const page = await stage.openPage({ viewport: { width: 800, height: 600 } });
  await page.setContent(
    '<body style="pointer-events: none;"><style>.through { pointer-events: none }</style><p class="through">Hello there</p><p style="color: black; pointer-events: none !important;">Again</p></body>',
  );
  const before = await page.content();
  expect(await layoutBreaches(page)).toEqual([]);
  expect(await page.content()).toBe(before);
  await page.context().close();
});

test('behind an open dialog nothing is looked at, and in it everything', async () => {
  const page = await stage.openPage({ viewport: { width: 800, height: 600 } });
  const cut = (words: string) => `<div style="width: 60px; overflow: hidden; white-space: nowrap">${words}</div>`;
  await page.setContent(
    `<body style='${STYLE}'>${cut('Behind it all')}<div role="dialog" style="position: fixed; inset: 90px">${cut('Configuration')}</div></body>`,
  );
  expect(await layoutBreaches(page)).toEqual([expect.stringMatching(/^clipped: “Configuration”/)]);
  await page.context().close();
});
