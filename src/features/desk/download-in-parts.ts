/** Asks for a long file part by part. @returns the file, or the sentence of the first refusal */
export async function wholeFile<Place, Part extends { csv: string; next: Place | null }>(
  ask: (
    after: Place | undefined,
  ) => Promise<({ success: true } & Part) | { success: false; message: string }>,
): Promise<{ success: true; parts: Part[]; csv: string } | { success: false; message: string }> {
  const parts: Part[] = [];
  for (let after: Place | undefined; ;) {
    const part = await ask(after);
    if (!part.success) return part;
    parts.push(part);
    if (part.next === null) return { success: true, parts, csv: parts.map(({ csv }) => csv).join('') };
    after = part.next;
  }
}
