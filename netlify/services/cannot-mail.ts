import { MailUnavailable } from '../email/transport.ts';
import { SiteUrlMissing } from './site-url.ts';

/** Whether no email can be sent at all: there is no mail server, or no URL for the links in emails. */
export function cannotMail(error: unknown): error is MailUnavailable | SiteUrlMissing {
  return error instanceof MailUnavailable || error instanceof SiteUrlMissing;
}
