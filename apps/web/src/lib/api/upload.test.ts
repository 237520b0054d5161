import { keepToken } from '../testing/browser-stand-ins.ts';
import { expect, test, vi } from 'vitest';
import { upload } from './upload.ts';

/** What the upload helper uses of XMLHttpRequest (https://xhr.spec.whatwg.org); it answers at once. */
class AnsweringRequest extends EventTarget {
  static readonly sent: { url: string; headers: Map<string, string>; withCredentials: boolean; file: unknown }[] = [];
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = '{"found":1}';
  withCredentials = false;
  readonly #headers = new Map<string, string>();
  #url = '';

  open(_method: string, url: string): void {
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  send(form: FormData): void {
    const { withCredentials } = this;
    AnsweringRequest.sent.push({ url: this.#url, headers: this.#headers, withCredentials, file: form.get('file') });
    this.dispatchEvent(new Event('loadend'));
  }
}

test('a file is sent in the field file, with the token and the cookies, wherever the API is', async () => {
  vi.stubGlobal('XMLHttpRequest', AnsweringRequest);
  vi.stubGlobal('location', { origin: 'https://phone.example.org' });
  keepToken('good', 600_000);
  const percents: number[] = [];

  const reply = await upload('/contacts/import', new File(['x'], 'people.vcf'), (percent) => percents.push(percent));

  expect(reply).toEqual({ found: 1 });
  expect(percents.at(-1)).toBe(100);
  const [request] = AnsweringRequest.sent;
  expect(request).toMatchObject({
    url: 'https://phone.example.org/api/v1/contacts/import',
    withCredentials: true,
    file: { name: 'people.vcf' },
  });
  expect(request?.headers.get('authorization')).toBe('Bearer good');
});
