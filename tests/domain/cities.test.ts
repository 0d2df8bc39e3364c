import { expect, test } from 'vitest';
import cities from '../../src/content/cities.json' with { type: 'json' };
import stateList from '../../src/content/states.json' with { type: 'json' };

const states = [...stateList.states, ...stateList.unionTerritories];

test('there are about 150 cities', () => {
  expect(cities.length).toBeGreaterThanOrEqual(140);
});

test('every city lies in a state or union territory that the form offers', () => {
  expect(cities.filter(({ state }) => !states.includes(state))).toEqual([]);
});

test('no name, old or new, names two cities: a known city has one state', () => {
  const names = cities.flatMap(({ city, aliases }) =>
    [city, ...aliases].map((name) => name.trim().toLowerCase()),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('India has 28 states and 8 union territories, each once', () => {
  expect([stateList.states.length, stateList.unionTerritories.length]).toEqual([28, 8]);
  expect(new Set(states).size).toBe(36);
});
