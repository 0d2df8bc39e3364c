import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { DeskBody } from '../../src/contract/desk.ts';

/** A browser's side of web push: an address with keys, and what decrypts a message (RFC 8291). */
export function newPushDevice(serviceUrl: string) {
  const curve = createECDH('prime256v1');
  const p256dh = curve.generateKeys();
  const auth = randomBytes(16);
  const name = randomBytes(12).toString('hex');
  const address: DeskBody<'news.subscribe'> = {
    endpoint: `${serviceUrl}/${name}`,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
  };
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

  /** The text of a message's encrypted body, in base64url. */
  const opened = (body: string): string => {
    const bytes = Buffer.from(body, 'base64url');
    const salt = bytes.subarray(0, 16);
    const keyEnd = 21 + bytes.readUInt8(20);
    const sender = bytes.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
    const secret = derive(curve.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(bytes.subarray(-16));
    const padded = Buffer.concat([decipher.update(bytes.subarray(keyEnd, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { name, address, opened };
}
