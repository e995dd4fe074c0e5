/** How a member of a target file is filled in. */
export type FieldKind =
  /** One line of text. */
  | 'text'
  /** An address of http or https. */
  | 'address'
  | 'number'
  /** A text or a number, as in `any-4xx` or 404. */
  | 'text-or-number'
  | 'yes-no'
  /** One of `choices`. */
  | 'choice'
  /** Any of `choices`. */
  | 'choices'
  /** Texts, one after another. */
  | 'texts'
  /** `${NAME}`; the value is asked for apart. */
  | 'secret'
  /** What the suite takes for given: there is no other choice. */
  | 'fixed'
  /** Members, each with a field of its own. */
  | 'group'
  /** Members under names of your own; `fields` holds the one that stands for each. */
  | 'map'
  /** Entries that are all alike, or one without a list; `fields` are those of an entry. */
  | 'entries';

/** One member of a target file, as a form asks for it. Texts are the suite's, for people. */
export interface FormField {
  /** The way to the member; `*` stands for a name of your own, or for the place in a list. */
  readonly path: readonly string[];
  readonly label: string;
  /** What it is for. */
  readonly purpose: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Few need it: it stands behind "more". */
  readonly isRare: boolean;
  readonly choices?: readonly (number | string)[];
  readonly least?: number;
  readonly most?: number;
  /** A regular expression that the text has to match. */
  readonly pattern?: string;
  /** What holds where it is left out. */
  readonly standard?: string;
  readonly example?: string;
  /** It says something even where it holds nothing. */
  readonly mayBeEmpty?: true;
  /** `null` may stand there, which is "none". */
  readonly canBeNone?: true;
  readonly fields?: readonly FormField[];
  /** Names under which a map is asked for, and what each stands for. */
  readonly keys?: readonly { readonly key: string; readonly about: string }[];
  /** Where the document is silent, the suite chooses: on what, and what else there is to choose. */
  readonly reading?: { readonly clause: string; readonly silentOn: string; readonly offered: string };
}

/** A part of the form; `further` holds what no part is known for. */
export type SectionId =
  'about' | 'declarations' | 'further' | 'integrator' | 'limits' | 'payers' | 'readings' | 'services';

export interface FormSection {
  readonly id: SectionId;
  readonly fields: readonly FormField[];
}

/** What a form is made of; it stays the same as long as the desk is open. */
export interface TargetForm {
  readonly sections: readonly FormSection[];
  /** Parts that an integrator may play, each in words. */
  readonly roles: readonly string[];
  /** Languages in which there is an adapter to begin with. */
  readonly languages: readonly { readonly id: string; readonly name: string }[];
}

/** What is wrong with a member, or with the file where the path is empty. */
export interface FieldProblem {
  readonly path: readonly string[];
  readonly line?: number;
  readonly message: string;
  readonly hint: string;
}

/** A variable that the target names. Its value never reaches the page. */
export interface AskedVariable {
  readonly name: string;
  /** Where its value is; nowhere: it is to be typed in. */
  readonly from: 'environment' | 'memory' | 'nowhere';
  readonly isSecret: boolean;
  /** More than one line, as a key in PEM. */
  readonly isLong: boolean;
  readonly paths: readonly (readonly string[])[];
}

/** The target that is open, with the changes that are not saved yet. */
export interface TargetState {
  /** Counts the changes: of two states the one with the higher number holds. */
  readonly revision: number;
  /** Counts the texts: who writes a text says from which one it was made. */
  readonly textRevision: number;
  readonly file: string;
  /** The folder of the desk: it opens no file elsewhere. */
  readonly folder: string;
  /** Other target files of the folder. */
  readonly others: readonly string[];
  /** Absent: there is no such file yet, and nothing to begin with was chosen. */
  readonly text?: string;
  /** What the text holds, variables not filled in; absent where it is no YAML. */
  readonly value?: unknown;
  readonly isSaved: boolean;
  readonly isNew: boolean;
  readonly problems: readonly FieldProblem[];
  readonly variables: readonly AskedVariable[];
  /** Variables that took secrets which stood in the file itself. */
  readonly moved: readonly string[];
  /** Files of an adapter to begin with that are written when it is saved. */
  readonly beside: readonly string[];
}

/** One change; without a value the member goes. */
export interface TargetEdit {
  readonly path: readonly (number | string)[];
  readonly value?: unknown;
}

/** What a new target is to be about. */
export type NewTarget =
  | { readonly kind: 'mock' }
  | { readonly kind: 'services'; readonly services: Readonly<Partial<Record<string, string>>> }
  | {
      readonly kind: 'client';
      readonly roles: readonly string[];
      readonly start: 'by-hand' | 'program' | 'url';
      /** For a program: the language whose adapter to begin with is taken. */
      readonly language?: string;
      readonly url?: string;
    };

export interface SaveRequest {
  /** Saves what a run would refuse, so that it can be gone on with later. */
  readonly withProblems: boolean;
  /** Saves over what others have written meanwhile. */
  readonly over: boolean;
}

export interface Saved {
  readonly state: TargetState;
  /** All files that were written. */
  readonly written: readonly string[];
}

/** A line of the doctor. */
export interface DoctorLine {
  readonly name: string;
  readonly state: 'bad' | 'good' | 'unknown' | 'warning';
  readonly detail: string;
}

/** Events of the area. */
export type SetupEvent =
  /** The target that is open has changed: who shows an earlier revision asks for it again. */
  | { readonly type: 'setup.changed'; readonly revision: number }
  /** Which text of the target it looks at. */
  | { readonly type: 'setup.doctor-begun'; readonly textRevision: number }
  | { readonly type: 'setup.doctor-line'; readonly line: DoctorLine }
  /** With what kept it from an end, if anything did. */
  | {
      readonly type: 'setup.doctor-ended';
      /** A person did not want to wait for the rest. */
      readonly isStopped?: true;
      readonly trouble?: { readonly message: string; readonly hint?: string };
    };
