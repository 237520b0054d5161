import '../testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { goneByNow } from './gone-by-now.ts';
import { refusal, unanswered } from './http.ts';

const refuse = async (status: number, code: string) => {
  throw refusal(status, JSON.stringify({ code, message: 'The number was not found.' }));
};

test('what is not there any more is gone, as what was just taken away is', async () => {
  await expect(goneByNow(Promise.resolve({ numbers: [] }))).resolves.toBeUndefined();
  await expect(goneByNow(refuse(404, 'not_found'))).resolves.toBeUndefined();
});

test('whatever else the server refuses, or leaves unanswered, is told', async () => {
  await expect(goneByNow(refuse(409, 'sandbox_number_stays'))).rejects.toMatchObject({ status: 409 });
  await expect(goneByNow(Promise.reject(refusal(404, '<html>')))).rejects.toMatchObject({ status: 404 });
  await expect(goneByNow(Promise.reject(unanswered('timeout')))).rejects.toMatchObject({ outcome: 'timeout' });
});
