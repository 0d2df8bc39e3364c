/** An email as it arrived. */
export interface StoredEmail {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  /** The SMTP envelope's recipients, which may differ from the email's headers. */
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
}
