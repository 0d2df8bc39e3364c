import { expect, test } from 'vitest';
import { errorReply } from '../../netlify/http/errors.ts';
import { userKey } from '../../netlify/storage/keys.ts';
import { Unreachable } from '../../netlify/storage/unreachable.ts';
import { readUser } from '../../netlify/storage/accounts.ts';
import { NewerDocument, readDocument, writeDocument } from '../../netlify/storage/document-versions.ts';
import { connect } from '../support/redis.ts';

test('a document is stored with its version, which its reader leaves out', () => {
  const text = writeDocument('code', { code: 'TAANA', percent: 10 });
  expect(JSON.parse(text)).toEqual({ v: 1, code: 'TAANA', percent: 10 });
  expect(readDocument('code', text)).toEqual({ code: 'TAANA', percent: 10 });
});

test('a document without a version is version 1', () => {
  expect(readDocument('code', '{"code":"TAANA"}')).toEqual({ code: 'TAANA' });
});

test('a document of a newer version is refused with an instruction, and shoppers read that the shop is unavailable', async () => {
  await connect().set(userKey('asha'), JSON.stringify({ v: 2, id: 'asha' }));
  const error = await readUser('asha').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NewerDocument);
  expect(error).toBeInstanceOf(Unreachable);
  expect((error as Error).message).toBe(
    'A document (account) has version 2, this build reads up to 1: use the newer build',
  );
  expect(errorReply(error)).toMatchObject({ refusal: { code: 'unavailable' }, expected: false });
});
