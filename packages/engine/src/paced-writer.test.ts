import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacedWriter } from './paced-writer.ts';

const MESSAGE = Buffer.alloc(1000, 'm');

/** A line with a reader that answers questions only when told to. */
function slowLine() {
  const written: Buffer[] = [];
  const marks: number[] = [];
  const writer = createPacedWriter({
    write: (bytes) => written.push(bytes),
    check: (mark) => {
      marks.push(mark);
      return Buffer.from(`check ${mark}`);
    },
  });
  return {
    writer,
    marks,
    messages: () => written.filter((bytes) => bytes.equals(MESSAGE)).length,
    bytes: () => written.reduce((total, { length }) => total + length, 0),
  };
}

describe('the paced writer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a message on an idle line goes out at once', () => {
    const { writer, messages } = slowLine();
    writer.write(MESSAGE);
    expect(messages()).toBe(1);
  });

  test('never more than 24 kB are on their way unread, and all of it arrives in the end', () => {
    const { writer, messages, bytes, marks } = slowLine();
    for (let n = 0; n < 200; n++) writer.write(MESSAGE);
    let read = 0;
    while (messages() < 200) {
      expect(bytes() - read).toBeLessThanOrEqual(24_500);
      const mark = marks.shift();
      if (mark === undefined) throw new Error('the line stands still');
      read = mark;
      writer.checked(mark);
    }
    expect(messages()).toBe(200);
  });

  test('a reader that never answers slows the line, and does not stop it', () => {
    const { writer, messages } = slowLine();
    for (let n = 0; n < 60; n++) writer.write(MESSAGE);
    expect(messages()).toBeLessThan(25);
    vi.advanceTimersByTime(10_000);
    expect(messages()).toBe(60);
  });

  test('a stopped writer writes nothing more, and an unknown mark changes nothing', () => {
    const { writer, messages } = slowLine();
    for (let n = 0; n < 60; n++) writer.write(MESSAGE);
    const before = messages();
    writer.checked(1);
    writer.stop();
    vi.advanceTimersByTime(10_000);
    expect(messages()).toBe(before);
  });
});
