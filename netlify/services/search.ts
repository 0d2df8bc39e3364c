import MiniSearch, { type Query } from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import type { Product } from '../../src/domain/product.ts';
import { fold, mayStandFor, otherNamesOf, wordsTyped, wordsWritten } from './search-words.ts';

/** The products that a text finds, best first. */
export type Search = (text: string) => readonly Product[];

/** What is written about a product, and how much a word counts there. */
const weights = { name: 8, subCategory: 4, colour: 4, print: 3, categories: 2, fabric: 2, description: 1 };

type Field = keyof typeof weights;
/** The words of each field of a product, one space between them. */
type Texts = Record<Field, string>;

const everywhere = Object.keys(weights) as Field[];
const facts = everywhere.filter((field) => field !== 'description');

/** A search may be 100 characters long; what it costs must not grow with the number of words put into them. */
const WORDS_MAX = 8;

/** A text without letters or digits finds nothing; an empty one is no search, and not asked here. */
export function searchOver(products: readonly Product[]): Search {
  // Made at the first search, once in the life of a function instance, because most calls never need it.
  let made: Search | undefined;
  return (text) => {
    made ??= searchMade(products);
    return made(text);
  };
}

/**
 * What has the very name that was typed comes first, then what has all words in its name, then what has them anywhere.
 * Where nothing has all of them, what has some.
 */
function searchMade(products: readonly Product[]): Search {
  const texts = products.map(textsOf);
  const find = finder(texts);
  const lookFor = looker(vocabularyOf(texts));
  const byName = Map.groupBy(products.keys(), (at) => fold(products[at]?.name ?? ''));

  return (text) => {
    const queries = wordsTyped(text).slice(0, WORDS_MAX).map(lookFor);
    const all = { queries, combineWith: 'AND' as const };
    const inNames = find({ ...all, queries: queries.map((query) => ({ ...query, fields: ['name'] })) });
    const anywhere = find(all);
    const some = anywhere.length > 0 ? [] : find({ queries, combineWith: 'OR' });
    const found = new Set([...(byName.get(fold(text)) ?? []), ...inNames, ...anywhere, ...some]);
    return [...found].flatMap((at) => products[at] ?? []);
  };
}

function finder(texts: readonly Texts[]): (query: Query) => number[] {
  const index = new MiniSearch<Texts & { id: number }>({
    fields: everywhere,
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (word) => [word],
      boost: weights,
      // A common word counts little, a rare one much: the whole word 'tee' must still come before the beginning of 'teen'.
      weights: { prefix: 0.1, fuzzy: 0.1 },
    },
  });
  index.addAll(texts.map((own, id) => ({ id, ...own })));
  return (query) => index.search(query).map(({ id }) => id as number);
}

/** Every word written anywhere; true for those that are a fact of some product. */
type Vocabulary = SearchableMap<boolean>;

function vocabularyOf(texts: readonly Texts[]): Vocabulary {
  const vocabulary: Vocabulary = new SearchableMap();
  for (const field of [...facts, 'description'] as const) {
    for (const word of new Set(texts.flatMap((own) => own[field].split(' ')))) {
      vocabulary.set(word, vocabulary.has(word) || field !== 'description');
    }
  }
  return vocabulary;
}

interface WordQuery {
  queries: Query[];
  combineWith: 'OR';
  fields: Field[];
}

/**
 * How one word is looked for: itself, begun or whole, and what the shop calls it. A word that nothing begins with is
 * misspelt, and stands for the nearest words among the facts; descriptions have a neighbour for everything. One or two
 * letters begin a word of almost every description, so they are not looked for there.
 */
function looker(vocabulary: Vocabulary): (word: string) => WordQuery {
  return (word) => {
    const begun = { queries: [word], prefix: true };
    const others = otherNamesOf(word);
    const isKnown = others.length > 0 || !vocabulary.atPrefix(word).keys().next().done;
    return {
      queries: isKnown ? [begun, ...others] : nearest(word, vocabulary),
      combineWith: 'OR',
      fields: word.length < 3 ? facts : everywhere,
    };
  };
}

function nearest(word: string, vocabulary: Vocabulary): string[] {
  const near = [...vocabulary.fuzzyGet(word, 2)].filter(
    ([known, [isFact, typos]]) => isFact && mayStandFor(word, known, typos),
  );
  const fewest = Math.min(...near.map(([, [, typos]]) => typos));
  return near.filter(([, [, typos]]) => typos === fewest).map(([known]) => known);
}

function textsOf({ colour, categories, print, ...product }: Product): Texts {
  const written = {
    ...product,
    colour: colour.name,
    categories: categories.join(' '),
    // For 'kite print', where the field says only what is printed.
    print: print === 'None' ? '' : `${print} print`,
  };
  return Object.fromEntries(
    everywhere.map((field) => [field, wordsWritten(written[field]).join(' ')]),
  ) as Texts;
}
