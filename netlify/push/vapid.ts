import { createECDH, timingSafeEqual } from 'node:crypto';
import process from 'node:process';
import webPush from 'web-push';

/** The shop's keys for web push (VAPID, RFC 8292): a push service accepts messages only from their owner. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
  /** The contact of a push service if something is wrong: a mailto: or https: address. */
  subject: string;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** The settings are wrong; the message is for the owner. */
export class WrongPushKeys extends Error {
  override name = 'WrongPushKeys';
}

/**
 * The keys of the settings; null if none are set.
 * @param owner the owner's email, the subject without VAPID_SUBJECT
 * @throws WrongPushKeys
 */
export function pushKeysOf(settings: Settings, owner: string): PushKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '' } = settings;
  if (publicKey === '' && privateKey === '') return null;
  if (publicKey === '' || privateKey === '') {
    throw new WrongPushKeys('one of VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY is missing');
  }
  if (!isPair(publicKey, privateKey)) {
    throw new WrongPushKeys('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY');
  }
  const subject = settings['VAPID_SUBJECT'] || `mailto:${owner}`;
  if (!/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(subject)) {
    throw new WrongPushKeys('VAPID_SUBJECT is neither a mailto: nor an https: address');
  }
  return { publicKey, privateKey, subject };
}

/** The keys in the environment; null if they are missing or wrong, which `doctor` reports. */
export function pushKeys(owner: string): PushKeys | null {
  try {
    return pushKeysOf(process.env, owner);
  } catch (error) {
    if (error instanceof WrongPushKeys) return null;
    throw error;
  }
}

export function newPushKeys(): Pick<PushKeys, 'publicKey' | 'privateKey'> {
  return webPush.generateVAPIDKeys();
}

function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return timingSafeEqual(curve.getPublicKey(), Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
