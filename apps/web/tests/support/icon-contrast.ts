import type { Locator } from 'playwright-core';

/** The contrast of a button's icon with the button's own ground, as WCAG reckons it; axe looks at text alone. */
export async function iconContrast(button: Locator): Promise<number> {
  return await button.evaluate((element) => {
    const icon = element.querySelector('svg');
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (icon === null || context === null) throw new Error('no icon to look at');
    const luminanceOf = (colour: string): number => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = Array.from(
        context.getImageData(0, 0, 1, 1).data.subarray(0, 3),
        (part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [lower = 0, higher = 0] = [getComputedStyle(icon).color, getComputedStyle(element).backgroundColor]
      .map(luminanceOf)
      .toSorted((one, other) => one - other);
    return (higher + 0.05) / (lower + 0.05);
  });
}
