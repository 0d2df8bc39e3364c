import MiniSearch, { type AsPlainObject, type Options, type Query } from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import type { Product } from '../../src/domain/product.ts';
import { fold, mayStandFor, otherNamesOf, wordsTyped, wordsWritten } from './search-words.ts';

/** The places, in the list that was indexed, of the products that a text finds, best first. */
export type Search = (text: string) => readonly number[];

/** What is written about a product, and how much a word counts there. */
const weights = { name: 8, subCategory: 4, colour: 4, print: 3, categories: 2, fabric: 2, description: 1 };

type Field = keyof typeof weights;
/** The words of each field of a product, one space between them. */
type Texts = Record<Field, string>;

const everywhere = Object.keys(weights) as Field[];
const facts = everywhere.filter((field) => field !== 'description');

/** A search may be 100 characters long; what it costs must not grow with the number of words put into them. */
const WORDS_MAX = 8;

/** All that a search reads, made with the snapshot: to make it takes many times as long as to open it. */
export interface SearchIndex {
  /** Every word written anywhere, and whether it is a fact of some product, not only of a description. */
  words: [word: string, isFact: boolean][];
  /** Folded, in the order of the products. */
  names: string[];
  /** MiniSearch's own form; its documents are places in that order. */
  index: AsPlainObject;
}

type Document = Texts & { id: number };

const options: Options<Document> = {
  fields: everywhere,
  tokenize: (text) => text.split(' '),
  processTerm: (word) => word,
  searchOptions: {
    tokenize: (word) => [word],
    boost: weights,
    // A common word counts little, a rare one much: the whole word 'tee' must still come before the beginning of 'teen'.
    weights: { prefix: 0.1, fuzzy: 0.1 },
  },
};

export function searchIndex(products: readonly Product[]): SearchIndex {
  const texts = products.map(textsOf);
  const index = new MiniSearch<Document>(options);
  index.addAll(texts.map((own, id) => ({ id, ...own })));
  return { words: wordsOf(texts), names: products.map(({ name }) => fold(name)), index: index.toJSON() };
}

/**
 * The search over an index. What has the very name that was typed comes first, then what has all words in its name, then
 * what has them anywhere. Where nothing has all of them, what has some. A text without letters or digits finds nothing; an
 * empty one is no search, and not asked here.
 */
export function openSearch({ words, names, index }: SearchIndex): Search {
  const loaded = MiniSearch.loadJS<Document>(index, options);
  const find = (query: Query) => loaded.search(query).map(({ id }) => id as number);
  const vocabulary: Vocabulary = SearchableMap.from(words);
  const byName = Map.groupBy(names.keys(), (at) => names[at] ?? '');
  const lookFor = looker(vocabulary);

  return (text) => {
    const queries = wordsTyped(text).slice(0, WORDS_MAX).map(lookFor);
    const all = { queries, combineWith: 'AND' as const };
    const inNames = find({ ...all, queries: queries.map((query) => ({ ...query, fields: ['name'] })) });
    const anywhere = find(all);
    const some = anywhere.length > 0 ? [] : find({ queries, combineWith: 'OR' });
    return [...new Set([...(byName.get(fold(text)) ?? []), ...inNames, ...anywhere, ...some])];
  };
}

type Vocabulary = SearchableMap<boolean>;

function wordsOf(texts: readonly Texts[]): SearchIndex['words'] {
  const words = new Map<string, boolean>();
  for (const field of [...facts, 'description'] as const) {
    for (const word of texts.flatMap((own) => own[field].split(' '))) {
      if (!words.has(word)) words.set(word, field !== 'description');
    }
  }
  return [...words];
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
