import type { Page } from 'playwright-core';

/** What this browser keeps of the server's answers for a page without a network, as JSON; '': nothing. */
export async function keptIn(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('farline')) return '';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('farline');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('IndexedDB'));
    });
    const values = await new Promise<unknown[]>((resolve, reject) => {
      const request = database.transaction('answers').objectStore('answers').getAll();
      request.onsuccess = () => resolve(request.result as unknown[]);
      request.onerror = () => reject(new Error('IndexedDB'));
    });
    database.close();
    return values.length === 0 ? '' : JSON.stringify(values);
  });
}

/** Whether this browser has the page and all that it is made of. */
export async function isPageKept(page: Page): Promise<boolean> {
  return await page.evaluate(
    async () => (await caches.match('/page-files.json', { cacheName: 'farline-page' })) !== undefined,
  );
}
