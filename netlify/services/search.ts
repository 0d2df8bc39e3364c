import MiniSearch, { type AsPlainObject, type Options, type Query } from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import { searchMessages } from '../../src/contract/messages/catalogue.ts';
import { filterProducts, noFilter } from '../../src/domain/catalogue.ts';
import type { Product } from '../../src/domain/product.ts';
import { type SearchResult, hasFilters, applyFilters, parseQuery } from './search-query.ts';
import { openSpelling, type Spelling, type Vocabulary } from './search-spelling.ts';
import { fold, otherNames, type OtherName, saysNothing, wordsTyped, wordsWritten } from './search-words.ts';

export type Search = (text: string) => SearchResult;

/** The text fields of a product, and the weight of a match in each. */
const weights = {
  name: 8,
  subCategory: 4,
  colour: 4,
  print: 3,
  categories: 2,
  fabric: 2,
  fit: 2,
  /** The marketers' file name, such as 'mumbai-local-crew'. */
  id: 1,
  description: 1,
};

type Field = keyof typeof weights;
/** The words of each field of a product, separated by one space. */
type Texts = Record<Field, string>;

const everywhere = Object.keys(weights) as Field[];
const facts = everywhere.filter((field) => field !== 'description');

/** A search may have 100 characters; its cost must not grow with the number of words. */
const WORDS_MAX = 8;

/** All data of a search, made with the snapshot: building it takes many times longer than opening it. */
export interface SearchIndex {
  /** Every word, and whether it is a fact of a product, not only in a description. */
  words: [word: string, isFact: boolean][];
  /** Words that name a kind of product: 'hoodie', 'cap'. */
  kinds: string[];
  /** Normalised names, in the order of the products; sizes and prices have the same order. */
  names: string[];
  sizes: string[][];
  pricesPaise: number[];
  /** Positions of all products in the collection's order, for a search by price or size alone. */
  listed: number[];
  /** MiniSearch's own format; its documents are positions in that order. */
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
    // A common word has little weight, a rare one much: the whole word 'tee' must rank above a prefix of 'teen'.
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
 * Opens the search over an index. An exact product name ranks first, then all words in the name, then all words
 * anywhere. If no product has all words, products of the named kind with some of the words are found. A text without
 * letters or digits finds nothing. An empty text is not a search and never comes here.
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

  function byWords(text: string): SearchResult {
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

  function byWordsOrAll(text: string, isAll: boolean): SearchResult {
    const found = isAll ? null : byWords(text);
    if (found && (found.places.length > 0 || !saysNothing(text))) return found;
    return { places: columns.listed, said: null };
  }

  return (text) => {
    // A product name stays a name, even if it contains a size or a price.
    if (byName.has(fold(text))) return byWords(text);
    const asked = parseQuery(text);
    const isAsked = hasFilters(asked) || asked.isBestSelling;
    const found = byWordsOrAll(isAsked ? asked.words : text, isAsked && asked.words === '');
    return {
      ...(hasFilters(asked) ? applyFilters(found, asked, columns) : found),
      ...(asked.isBestSelling && { sort: 'bestseller' }),
    };
  };
}

/** Whether a word names a kind of product, by its own name or by another one. */
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
 * Builds the query for one word or phrase: the word itself, as a prefix or whole, and the shop's own names for it. A
 * word that is the prefix of nothing is misspelt: it stands for the nearest words among the facts and typed words;
 * descriptions contain a similar word for everything. One or two letters are the prefix of a word in almost every
 * description, and a description names other pieces to wear with this one, so neither case searches descriptions.
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

/** The entry of a word that is still being typed: 'tshi'. */
function begun(word: string, typed: Vocabulary): OtherName | undefined {
  const [first] = typed.atPrefix(word).keys();
  return first === undefined ? undefined : otherNames.get(first);
}

/** Searches facts only: a description names other pieces that match this one. */
function meant(others: OtherName | undefined): Query[] {
  return (others?.finds ?? []).map((words, at) => ({
    queries: [...words],
    combineWith: 'AND',
    fields: facts,
    // The first alternative is the best match; the others are similar.
    boost: Object.fromEntries(facts.map((field) => [field, weights[field] / (1 + at / 2)])),
  }));
}

function textsOf({ colour, categories, print, offersEnabled, ...product }: Product): Texts {
  const written = {
    ...product,
    colour: colour.name,
    categories: [...categories, ...(offersEnabled ? ['sale'] : [])].join(' '),
    // For 'kite print', because the field only names the print.
    print: print === 'None' ? '' : `${print} print`,
  };
  return Object.fromEntries(
    everywhere.map((field) => [field, wordsWritten(written[field]).join(' ')]),
  ) as Texts;
}
