// What scripts are told: the tables of the rules, the offers in a sheet, and what elements a page has by their ids.
// `tsc` alone reads this file.

// The rules

type Verb = string;
type Square = string;
type Colour = string;
type Seat = string;
/** How many pieces there are of each size. */
type Stock = number[];
type Stocks = Record<Colour, Stock>;

/** The tables of `site/assets.py` and of `site/games/GAME/orders.py`: a page has those of its own game. */
declare const Grammar: {
  most: { bytes: number; orders: number };
  wrapping: string;
  holiday: Verb;
  wishes: Verb[];
  nothing: string;
  letters: {
    signs: Record<string, string>;
    lookalikes: Record<string, string[]>;
  };
  directions: Record<string, [right: number, down: number]>;
  square: string;
  genetess: GenetessGrammar;
  dna: DnaGrammar;
  genie: GenieGrammar;
};

/** How orders are written, `fillers` to `colours` being the words of preferences. */
interface GenetessGrammar {
  usages: Record<Verb, Slot[][]>;
  alone: Verb[];
  expected: Record<Slot, string>;
  spent: Record<Verb, string>;
  genes: Genes;
  digits: number;
  fillers: string[];
  places: string[];
  dont: string[];
  dont_care: string;
  colours: string[];
}

type Slot = "at" | "to" | "codes" | "code" | "path" | "stake" | "preferences";
type Count = "steps" | "radius" | "legs" | "kings";

interface Genes {
  codes: Record<string, [price: number | null, name: string, verbs: Verb[]]>;
  counts: Record<Count, Record<string, number>>;
  living: string;
  diagonal: string;
  most: number;
}

/** What a sequence of codes makes of a piece. */
interface PieceBody extends Record<Count, number> {
  codes: string;
  cost: bigint;
  diagonal: boolean;
  viable: boolean;
  verbs: Verb[];
}

interface DnaGrammar {
  keywords: string[];
  clauses: Clause[];
  form: string;
  expected: { size: string; at: string; to: string; owner: string };
  letters: number;
  sizes: string;
  spelled: Record<string, string>;
  values: number[];
  extra: number;
  patterns: string[];
  trios: Record<string, number[]>;
  side: number;
}

type Clause = "MUTATE" | "SCORE";

interface GenieGrammar {
  words: Verb[];
  beside: string[];
  signs: Record<string, string>;
  men: Record<string, string>;
  castling: { short: string; long: string };
  forms: string[];
}

// The offers: what `offering.py` of each ruleset has printed into the newest sheet

type Never = Record<Verb, string>;

interface GenetessOffers {
  plain?: Verb[];
  columns: number;
  rows: number;
  e: number;
  income?: number;
  never?: Never;
  sold?: string;
  pieces?: OfferedPiece[];
  orphans?: Square[];
  create?: Record<string, string>;
  prizes?: Record<string, string[]>;
}

interface OfferedPiece {
  at: Square;
  codes: string;
  diagonal: boolean;
  acts: Record<Verb, Act>;
  cannot: Record<Verb, string>;
}

interface Act {
  steps?: number;
  pass?: string;
  end?: string;
  legs?: number;
  runs?: string[];
  to?: string;
  codes?: string[] | null;
  idle?: boolean;
}

interface DnaOffers {
  seat: Seat;
  pieces: Record<Square, string>;
  pools: Stocks;
  archives: Record<Seat, Stocks>;
  owners: Record<Colour, Seat>;
  never?: Never;
}

interface GenieOffers {
  plain?: Verb[];
  seat: Seat;
  moves: string[];
  ways: Record<string, Square[]>;
  claims: string[];
  offer: Seat;
  never?: Never;
}

// Orders that were read

/** What all readings of an order have: `stretch` is the place of its words, where others are passed over. */
interface Reading {
  fault?: string;
  stretch?: [from: number, to: number];
}

/** An order of Genetess, or in `fault` what is wrong with it for good; `used` is how many words were read. */
interface GenetessReading extends Reading {
  verb?: Verb;
  at?: Square;
  to?: Square;
  codes?: string;
  path?: string[];
  stake?: number;
  preferences?: string[];
  over?: string[];
  used?: number;
}

/** What a queue comes to. */
interface Outlook {
  stands: Map<Square, { codes: string; number: number }>;
  left: Map<Square, number>;
  trips: Trip[];
}

/** What a new piece of some codes costs and can do; `good` is the codes where it can be made. */
type Price = (text: string) => { good: string; words: string; doubt?: string };

/** The codes of an order: a choice or a field, and "" until they are good. */
interface Codes {
  holder: HTMLElement;
  value: () => string;
}

/** How an order finds its squares; genetess/ways.js says more. */
interface Way {
  at: Square[];
  whole: boolean;
  words: string[];
  lacks: string;
  to?: Square;
  targets?: Iterable<Square>;
  codes?: Codes | null;
  onward(): Map<Square, string[]>;
  far(): Map<Square, string[]>;
  go(name: Square): void;
  back(): string | undefined;
  advice(next: string): string;
}

interface GenieMove {
  from: Square;
  to: Square;
  becomes: string;
  san: string;
  enters: boolean;
  ways: Square[];
}

/** A move of Genie of the Lamp as it is written: what of it is left out is undefined. */
interface Written {
  castling: string;
  to?: Square;
  piece?: string;
  file?: string;
  rank?: string;
  via?: Square;
  captures?: string;
  becomes?: string;
}

interface GenieReading extends Reading {
  verb?: Verb;
  text?: string;
  move?: Written | null;
}

// What can be done in a turn of DNA; sizes are 0, 1 and 2

interface DnaPiece {
  size: number;
  colour: Colour;
}

/** So many pieces that can be placed, from the gene pool or the archive. */
interface Kind extends DnaPiece {
  archive: boolean;
  count: number;
}

/** A step of a mutation: the piece before and after it, and what changes, as an order names it. */
interface Step {
  at: Square;
  before: DnaPiece;
  after: DnaPiece;
  to: string;
  cost: number;
}

/** So many pieces that can be captured. */
interface Ware extends Kind {
  owner: Seat;
  price: number;
}

/** Three pieces side by side: what they score, and in words why. */
interface Strand {
  squares: Square[];
  worth: number;
  why: string;
}

interface DnaReading extends Reading {
  size?: string;
  colour?: Colour;
  at?: Square;
  archive?: boolean;
  clauses?: ReadClause[];
}

interface ReadClause {
  clause: Clause;
  parts: ReadPart[];
}

/** A step (`at`, `to`) or a capture of an order. */
interface ReadPart {
  at?: Square;
  to?: string;
  size?: string;
  colour?: Colour;
  owner?: Seat;
  archive?: boolean;
}

type DnaPosition = InstanceType<typeof Dna.Position>;

/** A clause as far as it is made: the positions around it, and what points it has still to come to. */
interface Open {
  clause: Clause;
  before: DnaPosition;
  now: DnaPosition;
  must: number;
  done: number;
  left: number;
  next: any[];
}

/** How a clause goes on; its parts are steps or pieces that are captured. */
interface ClauseWays {
  most: (now: DnaPosition) => number;
  next: (now: DnaPosition, done: any[], left: number) => (Step | Ware)[];
  after: (now: DnaPosition, part: any) => DnaPosition;
  cost: (part: any) => number;
  text: (parts: any[], before: DnaPosition) => string;
}

/** The position after a clause, or what is wrong with it. */
interface Carried {
  after?: DnaPosition;
  words: string;
}

// The replay

/** An element with its name, attributes and parts. */
type DrawnPart = [name: string, attributes: Record<string, string | number>, ...parts: (DrawnPart | string)[]];
type Drawn = DrawnPart[];

/** What is drawn, or stands in a table, by a name before a scene and from it on. */
interface Change {
  name: string;
  before: Drawn | null;
  now: Drawn | null;
}

/** A turn of a replay, as `site/replay.py` writes it. */
interface Scene {
  number: number;
  turn: string;
  at: string;
  whose: string;
  label: string;
  order?: string[];
  said: string[];
  notes: number[];
  board: Record<string, Drawn | null>;
  beside: Record<string, Drawn | null>;
  marks?: Drawn;
  moves?: string;
  trails?: Drawn;
  /** `stand` is the code of how the seat stands. */
  players: Record<Seat, [score: number, stand: string, e: number | null, toMove: boolean]>;
  /** What is worked out of `board` and of `beside` once the scene has come. */
  steps?: Change[];
  rows?: Change[];
}

/** What was told to have come or gone: a side that was not told of is empty. */
interface Move {
  from: Square;
  to: Square;
  whose: string;
}

/** A piece of a drawing that goes from one square to another; "" where it comes or is gone. */
interface Glide {
  piece: SVGGraphicsElement;
  from: Square;
  to: Square;
}

/** A player as the replay's page has them. */
interface Player {
  row: HTMLElement;
  ink: string;
  shape: string;
  name: string;
}

// Sealed texts

type Bytes = Uint8Array<ArrayBuffer>;

/** What a sealed text is for. */
interface SealPlace {
  game: string;
  kind: "sheet" | "past" | "order" | "notes";
  seat?: Seat;
  turn?: string;
}

interface Slip {
  game: string;
  slug: string;
  seat: Seat;
  turn: string;
  number: number;
}

/** What the browser keeps: null where it keeps nothing. */
interface Store {
  act<Result>(inTab: boolean, act: (kept: Storage) => Result): Result | null;
  get(name: string, inTab?: boolean): string | null;
  set(name: string, value: string | null, inTab?: boolean): void;
}

/** What the browser keeps as files: null where it keeps nothing. */
interface Files {
  act<Result>(act: (folder: FileSystemDirectoryHandle) => Promise<Result>): Promise<Result | null>;
  get(name: string): Promise<string | null>;
  set(name: string, text: string): Promise<boolean | null>;
  remove(name: string): Promise<unknown>;
}

/** How private notes are kept: `kind` is what they are called there. */
interface NotesCodec {
  kind: string;
  seal(text: string): Promise<string>;
  open(kept: string): Promise<string>;
}

/** A visit to a player's page: the records that were seen, by game, and those at the end of the visit before. */
interface Visit {
  at: number;
  seen: Record<string, number>;
  end: Record<string, number> | null;
}

// The order builder

/** What a picker is given; builder.js says more. */
interface Table<Offers> {
  data: Offers;
  board: SVGSVGElement;
  place: HTMLElement;
  give: (text: string, whole: boolean, lacks?: string) => void;
  say: (words: string) => void;
  next: () => string;
  done: () => void;
}

interface Picker {
  clear(): void;
  wrong(order: string): string;
  look(orders: string[], edited: number): void;
  doubts(orders: string[]): string[];
  unread?(orders: string[]): string[];
  deed?(order: string): string;
  docks?: boolean;
}

/** What the card of a piece says. */
interface About {
  title: string;
  more: string;
  chips?: [code: string, what: string][];
  words: string;
}

type BoardCells = InstanceType<typeof Grid.Cells>;

/** Where a new order goes in a queue. */
type OrderPlace = "first" | "replace" | "last";

/** A word of an order. */
interface Word {
  text: string;
  at: number;
  parted: boolean;
}

/** An order of a queue, and where it stands in the text. */
interface Entry {
  text: string;
  order: string;
  starred: boolean;
  from: number;
  to: number;
}

/** What stands in a drawing where an order leads: the squares from first to last, and its number in the queue. */
interface Trip {
  way: Square[];
  number?: number;
  unsure?: boolean;
}

/** How the squares of a drawing are named and what is done with them; grid.js says more. */
interface Plan {
  columns: number;
  rows: number;
  side?: number;
  nameOf?: (column: number, row: number) => Square;
  labelOf: (name: Square) => string;
  picked: (name: Square) => void;
  back: () => void;
}

// Pages

/** What the door answers: the page to go to, why a message did not count, what else is to be known of it. */
interface Answer {
  page?: string;
  words?: string;
  notes?: string;
}

/** The elements that scripts look up, where they are more than any element is. */
interface Ids {
  add: HTMLButtonElement;
  begin: HTMLFormElement;
  codes: HTMLInputElement;
  download: HTMLAnchorElement;
  end: HTMLTemplateElement | null;
  file: HTMLTextAreaElement | null;
  graph: SVGSVGElement;
  keep: HTMLInputElement;
  keys: HTMLDialogElement;
  link: HTMLInputElement;
  mine: HTMLInputElement | null;
  "notes-key": HTMLInputElement;
  "notes-text": HTMLTextAreaElement;
  wishes: HTMLFieldSetElement;
  order: HTMLInputElement;
  orders: HTMLTextAreaElement;
  page: HTMLAnchorElement;
  plan: HTMLDetailsElement;
  pull: HTMLAnchorElement | null;
  replace: HTMLButtonElement;
  "say-forge": HTMLAnchorElement | null;
  "say-mail": HTMLAnchorElement | null;
  "say-text": HTMLTextAreaElement | null;
  send: HTMLAnchorElement;
  slider: HTMLInputElement;
  speed: HTMLSelectElement;
  star: HTMLInputElement;
  piece: HTMLInputElement;
  "take-back": HTMLButtonElement;
  whose: HTMLSelectElement;
}

/** Gives the element of an id. */
type Find = <Id extends string>(id: Id) => Id extends keyof Ids ? Ids[Id] : HTMLElement;

interface Window {
  /** `newest.js` of a game calls it with its newest turn, and the number of the record that it began with. */
  newest: (turn: string, number: number) => void;
  /** `picture.js` of a seat calls it with the board as the seat sees it; `place` is the folder of its sheets. */
  pictured: (place: string, drawn: string) => void;
}
