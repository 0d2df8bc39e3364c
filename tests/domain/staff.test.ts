import { expect, test } from 'vitest';
import { staffOf } from '../../src/domain/staff.ts';

test('the setting names staff by email and role', () => {
  expect(staffOf(' Asha@Example.com:owner, ravi@example.com:Packer ')).toEqual({
    staff: [
      { email: 'asha@example.com', role: 'owner' },
      { email: 'ravi@example.com', role: 'packer' },
    ],
    mistakes: [],
  });
  expect(staffOf('')).toEqual({ staff: [], mistakes: [] });
});

test('an entry without an email and a role is named and ignored', () => {
  const { staff, mistakes } = staffOf('asha:owner ravi@example.com a@b.in:boss d@e.in:owner d@e.in:packer');
  expect(staff).toEqual([{ email: 'd@e.in', role: 'owner' }]);
  expect(mistakes).toEqual(['asha:owner', 'ravi@example.com', 'a@b.in:boss', 'd@e.in:packer']);
});
