import MiniSearch, { type AsPlainObject, type Options, type Query } from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import { searchMessages } from '../../src/contract/messages/search.ts';
import { filterProducts, noFilter } from '../../src/domain/catalogue.ts';
import type { Product } from '../../src/domain/product.ts';
import { type Found, isNarrow, narrowed, understand } from './search-query.ts';
import { openSpelling, type Spelling, type Vocabulary } from './search-spelling.ts';
import {
  fold,
  otherNames,
  type OtherName,
  saysNothing,
  wordsTyped,
  wordsWritten,
} from './search-synonyms.ts';

export type Search = (text: string) => Found;

/** What is written about a product, and how much a word counts there. */
const weights = {
  name: 8,
  subCategory: 4,
  colour: 4,
  print: 3,
  categories: 2,
  fabric: 2,
  fit: 2,
  /** What marketers called the file, such as 'mumbai-local-crew'. */
  id: 1,
  description: 1,
};

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
  /** Words that say what a product is: 'hoodie', 'cap'. */
  kinds: string[];
  /** Folded, in the order of the products; so are sizes and prices. */
  names: string[];
  sizes: string[][];
  pricesPaise: number[];
  /** The places of all products as the collection lists them, for a search by price or size alone. */
  listed: number[];
  /** MiniSearch's own form; its documents are places in that order. */
  index: AsPlainObject;
}

type Document = Texts & { at: number };

const options: Options<Document> = {
  idField: 'at',
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
  index.addAll(texts.map((own, at) => ({ at, ...own })));
  const places = new Map(products.map((product, at) => [product, at]));
  return {
    words: wordsOf(texts),
    kinds: [...new Set(texts.flatMap(({ name, subCategory }) => [lastOf(name), ...subCategory.split(' ')]))],
    names: products.map(({ name }) => fold(name)),
    sizes: products.map(({ sizes }) => sizes),
    pricesPaise: products.map(({ pricePaise }) => pricePaise),
    listed: filterProducts(products, noFilter).flatMap((product) => places.get(product) ?? []),
    index: index.toJSON(),
  };
}

const lastOf = (name: string): string => name.split(' ').at(-1) ?? '';

/**
 * The search over an index. What has the very name that was typed comes first, then what has all words in its name, then
 * what has them anywhere. Where nothing has all of them, what is of the kind that was named and has some. A text without
 * letters or digits finds nothing; an empty one is no search, and not asked here.
 */
export function openSearch({ words, kinds, names, index, ...columns }: SearchIndex): Search {
  const loaded = MiniSearch.loadJS<Document>(index, options);
  const find = (query: Query) => loaded.search(query).map(({ id }) => id as number);
  const vocabulary: Vocabulary = SearchableMap.from(words);
  const byName = Map.groupBy(names.keys(), (at) => names[at] ?? '');
  const isKind = kindsAmong(new Set(kinds));
  const typedNames: Vocabulary = SearchableMap.from(Array.from(otherNames.keys(), (name) => [name, true]));
  const spelling = openSpelling(vocabulary, typedNames);
  const lookFor = looker(vocabulary, typedNames, { isKind, spelling });

  function byWords(text: string): Found {
    const typed = wordsTyped(text, (words) => spelling.spaced(words.slice(0, 2 * WORDS_MAX))).slice(
      0,
      WORDS_MAX,
    );
    const queries = typed.map(lookFor);
    const all = { queries, combineWith: 'AND' as const };
    const inNames = find({ ...all, queries: queries.map((query) => ({ ...query, fields: ['name'] })) });
    const anywhere = find(all);
    const notMade = typed.find((word) => otherNames.get(word)?.isNearest && vocabulary.get(word) !== true);
    if (anywhere.length > 0) {
      return {
        places: [...new Set([...(byName.get(fold(text)) ?? []), ...inNames, ...anywhere])],
        said: notMade === undefined ? null : searchMessages.notMade(notMade),
      };
    }
    const some = find({ queries, combineWith: 'OR' });
    const named = queries.filter((_, at) => isKind(typed[at] ?? ''));
    const ofKind = named.length > 0 ? new Set(find({ queries: named, combineWith: 'AND' })) : null;
    const places = ofKind && ofKind.size > 0 ? some.filter((at) => ofKind.has(at)) : some;
    const said = notMade === undefined ? searchMessages.notAll(text.trim()) : searchMessages.notMade(notMade);
    return { places, said: places.length > 0 ? said : null };
  }

  function byWordsOrAll(text: string, isAll: boolean): Found {
    const found = isAll ? null : byWords(text);
    if (found && (found.places.length > 0 || !saysNothing(text))) return found;
    return { places: columns.listed, said: null };
  }

  return (text) => {
    // A name is a name, whatever size or price stands in it.
    if (byName.has(fold(text))) return byWords(text);
    const asked = understand(text);
    const isAsked = isNarrow(asked) || asked.isBestSelling;
    const found = byWordsOrAll(isAsked ? asked.words : text, isAsked && asked.words === '');
    return {
      ...(isNarrow(asked) ? narrowed(found, asked, columns) : found),
      ...(asked.isBestSelling && { sort: 'bestseller' }),
    };
  };
}

/** Whether a word says what a product is, by its own name or another one. */
function kindsAmong(kinds: ReadonlySet<string>): (word: string) => boolean {
  return (word) => {
    const finds = otherNames.get(word)?.finds ?? [];
    return kinds.has(word) || finds.some((words) => words.some((own) => kinds.has(own)));
  };
}

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
 * How one word or phrase is looked for: itself, begun or whole, and what the shop calls it. A word that nothing begins
 * with is misspelt, and stands for the nearest words among the facts and among what shoppers type; descriptions have a
 * neighbour for everything. One or two letters begin a word of almost every description,
 * and what is worn with a hoodie is none, so neither is looked for there.
 */
function looker(
  vocabulary: Vocabulary,
  typed: Vocabulary,
  { isKind, spelling }: { isKind: (word: string) => boolean; spelling: Spelling },
): (word: string) => WordQuery {
  return (word) => {
    const isPhrase = word.includes(' ');
    const own = isPhrase ? [] : [{ queries: [word], prefix: true }];
    const isWritten = !vocabulary.atPrefix(word).keys().next().done;
    const others = otherNames.get(word) ?? (isWritten || word.length < 3 ? undefined : begun(word, typed));
    const isKnown = others !== undefined || isWritten;
    const nearest = () =>
      spelling.nearest(word).flatMap((known): Query[] => [known, ...meant(otherNames.get(known))]);
    return {
      queries: isKnown ? [...own, ...meant(others)] : nearest(),
      combineWith: 'OR',
      fields: !isKnown || word.length < 3 || isKind(word) ? facts : everywhere,
    };
  };
}

/** What a word stands for that somebody is typing: 'tshi'. */
function begun(word: string, typed: Vocabulary): OtherName | undefined {
  const [first] = typed.atPrefix(word).keys();
  return first === undefined ? undefined : otherNames.get(first);
}

/** Looked for among the facts alone: a description names other pieces that go with this one. */
function meant(others: OtherName | undefined): Query[] {
  return (others?.finds ?? []).map((words, at) => ({
    queries: [...words],
    combineWith: 'AND',
    fields: facts,
    // The first is what is meant; the others come near it.
    boost: Object.fromEntries(facts.map((field) => [field, weights[field] / (1 + at / 2)])),
  }));
}

function textsOf({ colour, categories, print, offersEnabled, ...product }: Product): Texts {
  const written = {
    ...product,
    colour: colour.name,
    categories: [...categories, ...(offersEnabled ? ['sale'] : [])].join(' '),
    // For 'kite print', where the field says only what is printed.
    print: print === 'None' ? '' : `${print} print`,
  };
  return Object.fromEntries(
    everywhere.map((field) => [field, wordsWritten(written[field]).join(' ')]),
  ) as Texts;
}
