import { useRef } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import type { StockChange, WireStock } from '../../../contract/desk-stock.ts';
import { shelfOf } from './shelf-count.ts';

/**
 * Changes stock. If the answer to a change was lost, the same change may be sent again: it is refused because the stock
 * has moved, and if the stock has just what was sent, it moved by that change.
 * @param isShelf as in the call `stock.change`
 */
export function useStockChange(isShelf: boolean) {
  const unanswered = useRef('');
  return async (rows: readonly StockChange[], reason: string) => {
    const sent = JSON.stringify(rows);
    const answer = await deskCall('stock.change', { rows: [...rows], isShelf, reason });
    const wasUnanswered = unanswered.current === sent;
    unanswered.current = !answer.success && answer.code === 'network' ? sent : '';
    if (!answer.success && answer.code === 'changed' && wasUnanswered) {
      const now = answer.now as WireStock[];
      const isDone = now.every((row, at) => (isShelf ? shelfOf(row) : row.pieces) === rows[at]?.pieces);
      if (isDone) return { success: true as const, rows: now };
    }
    return answer;
  };
}
