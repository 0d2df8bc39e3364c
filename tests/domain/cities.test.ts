import { expect, test } from 'vitest';
import cities from '../../src/content/cities.json' with { type: 'json' };
import stateList from '../../src/content/states.json' with { type: 'json' };

const states = [...stateList.states, ...stateList.unionTerritories];

test('at least 150 cities are listed; each is in a region, and each region has one', () => {
  expect(cities.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cities.map(({ state }) => state))).toEqual(new Set(states));
});

test('cities, states and union territories are in alphabetical order', () => {
  for (const names of [cities.map(({ city }) => city), stateList.states, stateList.unionTerritories]) {
    expect(names).toEqual([...names].sort());
  }
});

test('no name, old or new, belongs to two cities: a known city has one state', () => {
  const names = cities.flatMap(({ city, aliases }) =>
    [city, ...aliases].map((name) => name.trim().toLowerCase()),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('India has 28 states and 8 union territories, each once', () => {
  expect([stateList.states.length, stateList.unionTerritories.length]).toEqual([28, 8]);
  expect(new Set(states).size).toBe(36);
});
