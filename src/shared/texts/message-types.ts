// Written by `npm run texts` from the English messages; do not edit.
// biome-ignore-all format: written by a program
import type { TextValue } from './message.ts';
import type { Phrase } from './phrase.ts';

export interface WindowTexts {
  readonly app: {
    readonly starting: string;
    readonly notStarted: string;
    readonly noAnswer: string;
    readonly typedIsBack: string;
    readonly typedIsLost: string;
    readonly partIsLost: string;
    readonly practiceStore: string;
    readonly practiceNote: <Part>(values: { readonly practiceStore: Part }) => Phrase<Part>;
    readonly broken: {
      readonly title: string;
      readonly explanation: (values: { readonly error: TextValue }) => string;
      readonly reload: string;
    };
    readonly notLoaded: {
      readonly title: string;
      readonly explanation: (values: { readonly error: TextValue }) => string;
      readonly tryAgain: string;
    };
    readonly navigation: {
      readonly label: string;
      readonly find: string;
      readonly findWhat: (values: { readonly shortcut: TextValue }) => string;
      readonly unsettled: (values: { readonly waiting: number; readonly attention: number }) => string;
    };
    readonly notices: {
      readonly notWritten: string;
      readonly notWrittenBecause: (values: { readonly problem: TextValue }) => string;
      readonly close: (values: { readonly title: TextValue }) => string;
    };
    readonly toasts: {
      readonly review: string;
      readonly show: string;
      readonly sold: (values: { readonly title: TextValue; readonly sales: TextValue }) => string;
      readonly linkOfCopied: (values: { readonly link: TextValue }) => string;
      readonly linkCopied: string;
      readonly linkReady: (values: { readonly link: TextValue }) => string;
    };
    readonly store: {
      readonly current: string;
      readonly name: (values: { readonly name: TextValue }) => string;
      readonly account: (values: { readonly email: TextValue; readonly serviceAddress: TextValue }) => string;
      readonly onThisComputer: string;
      readonly shownNow: string;
      readonly signIn: string;
      readonly signOut: string;
      readonly addAnother: string;
      readonly syncStatus: string;
      readonly needsAttention: (values: { readonly name: TextValue; readonly changes: number }) => string;
      readonly signInToSend: (values: { readonly name: TextValue; readonly changes: number }) => string;
      readonly practice: string;
      readonly products: (values: { readonly count: number }) => string;
      readonly links: (values: { readonly count: number }) => string;
      readonly waiting: (values: { readonly count: number }) => string;
      readonly attention: (values: { readonly count: number }) => string;
      readonly signedOut: string;
      readonly worksOffline: string;
      readonly offline: string;
    };
    readonly unsafe: string;
  };
  readonly backup: {
    readonly exportBackup: string;
    readonly restoreBackup: string;
    readonly passphrase: string;
    readonly showPassphrase: string;
    readonly unfinished: {
      readonly finish: string;
      readonly drop: string;
      readonly dropTitle: string;
      readonly dropMeans: string;
      readonly notDropped: string;
    };
  };
  readonly common: {
    readonly cancel: string;
    readonly close: string;
    readonly copy: string;
    readonly nothingFound: string;
    readonly nothingHereYet: string;
    readonly review: string;
    readonly showTheChange: string;
    readonly undo: string;
    readonly unsavedChanges: string;
  };
  readonly linkForm: {
    readonly create: string;
    readonly notSaved: string;
    readonly forProduct: <Part>(values: { readonly product: Part }) => Phrase<Part>;
    readonly singleUseHint: string;
    readonly preview: string;
    readonly buyersSee: string;
    readonly noPriceYet: string;
    readonly unreadablePrice: string;
    readonly priceNotAllowed: string;
    readonly alike: {
      readonly title: string;
      readonly facts: (values: { readonly facts: TextValue; readonly hasSold: boolean }) => string;
      readonly show: string;
      readonly createAnyway: string;
    };
    readonly replace: {
      readonly title: string;
      readonly submit: string;
      readonly whatHappens: string;
      readonly sold: string;
      readonly soldOnce: string;
      readonly nothingChanged: string;
    };
    readonly edit: {
      readonly title: string;
      readonly submit: string;
      readonly notOpened: string;
      readonly gone: string;
      readonly sentAlready: string;
    };
    readonly addExisting: {
      readonly submit: string;
      readonly forWhat: string;
      readonly address: string;
      readonly addressHint: string;
      readonly addressExample: string;
      readonly enterAddress: string;
      readonly showTaken: string;
      readonly whatYouKnow: string;
      readonly notAdded: string;
      readonly added: string;
    };
    readonly product: {
      readonly choose: string;
      readonly showAll: string;
      readonly searching: string;
      readonly noneFound: string;
    };
    readonly prices: {
      readonly currency: string;
      readonly unlistedCurrency: (values: { readonly id: TextValue }) => string;
      readonly discount: string;
      readonly discounted: string;
      readonly remove: (values: { readonly place: number }) => string;
      readonly addCurrency: string;
      readonly addToList: string;
    };
    readonly metadata: {
      readonly hint: string;
      readonly key: string;
      readonly keyAt: (values: { readonly place: number }) => string;
      readonly value: string;
      readonly valueAt: (values: { readonly place: number }) => string;
      readonly remove: (values: { readonly place: number }) => string;
      readonly add: string;
    };
  };
  readonly links: {
    readonly search: string;
    readonly newLink: string;
    readonly addExisting: string;
    readonly exportCsv: string;
    readonly notRead: string;
    readonly noneForFilters: string;
    readonly noneForSearchAndFilters: (values: { readonly search: TextValue }) => string;
    readonly clearFilters: string;
    readonly noneForSearch: (values: { readonly search: TextValue }) => string;
    readonly makeFirst: string;
    readonly makeFirstHint: string;
    readonly productFirst: string;
    readonly productFirstHint: string;
    readonly addressWaits: string;
    readonly facts: {
      readonly product: string;
      readonly price: string;
      readonly priceAt: (values: { readonly place: number }) => string;
      readonly singleUse: string;
      readonly metadata: string;
      readonly state: string;
      readonly sold: string;
      readonly created: string;
    };
    readonly filters: {
      readonly byState: string;
      readonly all: string;
      readonly waiting: string;
      readonly needsAttention: string;
      readonly soldHint: string;
      readonly byProduct: string;
      readonly allProducts: string;
    };
    readonly created: {
      readonly label: (values: { readonly when: TextValue }) => string;
      readonly spans: {
        readonly any: string;
        readonly today: string;
        readonly week: string;
        readonly month: string;
        readonly year: string;
      };
      readonly until: (values: { readonly to: TextValue }) => string;
      readonly since: (values: { readonly from: TextValue }) => string;
      readonly between: (values: { readonly from: TextValue; readonly to: TextValue }) => string;
      readonly range: string;
      readonly rangeTitle: string;
      readonly from: string;
      readonly to: string;
      readonly apply: string;
      readonly enterOne: string;
      readonly endsBefore: string;
      readonly notApplied: string;
    };
    readonly table: {
      readonly privateNote: (values: { readonly note: TextValue }) => string;
      readonly counting: string;
      readonly actions: string;
      readonly singleUse: string;
      readonly selectAll: string;
      readonly select: (values: { readonly product: TextValue }) => string;
      readonly selectAt: (values: { readonly product: TextValue; readonly prices: TextValue }) => string;
      readonly beingReplaced: string;
      readonly beingReplacedHint: string;
      readonly toBeDeleted: string;
      readonly replaces: string;
      readonly copyWhenReadyHint: string;
      readonly moreActions: (values: { readonly product: TextValue }) => string;
    };
    readonly details: {
      readonly label: string;
      readonly paymentLink: string;
      readonly close: string;
      readonly notRead: string;
      readonly gone: string;
      readonly checkoutUrl: string;
      readonly noAddress: string;
      readonly toBeDeleted: <Part>(values: { readonly state: Part }) => Phrase<Part>;
      readonly replacedBy: string;
      readonly newLink: string;
      readonly replacedWhenConfirmed: <Part>(values: { readonly newLink: Part }) => Phrase<Part>;
      readonly replaces: string;
      readonly oldLink: string;
      readonly deletedAfterwards: <Part>(values: { readonly oldLink: Part }) => Phrase<Part>;
      readonly forOneSale: string;
      readonly notSingleUse: string;
      readonly madeElsewhere: <Part>(values: { readonly time: Part }) => Phrase<Part>;
      readonly uuid: string;
      readonly noMetadata: string;
      readonly doubtOn: <Part>(values: { readonly computer: TextValue; readonly seen: Part }) => Phrase<Part>;
      readonly doubtOnUnlisted: (values: { readonly computer: TextValue }) => string;
    };
    readonly sold: {
      readonly seen: (values: { readonly count: number; readonly lastAt: TextValue }) => string;
      readonly times: <Part>(values: { readonly count: number; readonly lastAt: Part }) => Phrase<Part>;
      readonly asSeen: string;
    };
    readonly commands: {
      readonly copy: string;
      readonly copyWhenReady: string;
      readonly customise: string;
      readonly showQrCode: string;
      readonly sendByEmail: string;
      readonly sendByWhatsApp: string;
      readonly openInBrowser: string;
      readonly createSimilar: string;
      readonly edit: string;
      readonly replace: string;
      readonly delete: string;
      readonly keep: string;
    };
    readonly gone: string;
    readonly sent: {
      readonly email: string;
      readonly whatsapp: string;
    };
    readonly editTemplate: string;
    readonly notSent: string;
    readonly copied: (values: { readonly facts: TextValue }) => string;
    readonly copiedWhenReady: string;
    readonly notCopiedByItself: string;
    readonly notOpened: string;
    readonly replaced: (values: { readonly link: TextValue; readonly whenSent: TextValue }) => string;
    readonly oldStaysUntil: (values: { readonly link: TextValue }) => string;
    readonly newIsThere: (values: { readonly link: TextValue }) => string;
    readonly replacementConfirmed: (values: { readonly link: TextValue }) => string;
    readonly staysAsItWas: (values: { readonly link: TextValue }) => string;
    readonly newIsInDoubt: string;
    readonly newIsDeleted: string;
    readonly deletion: {
      readonly title: string;
      readonly confirm: string;
      readonly notDeleted: string;
      readonly list: string;
      readonly which: <Part>(values: { readonly product: TextValue; readonly prices: Part }) => Phrase<Part>;
      readonly noAddress: string;
      readonly more: (values: { readonly links: number }) => string;
      readonly withoutAddress: string;
      readonly inDoubt: string;
      readonly replacing: string;
      readonly replacingUnsent: string;
      readonly elsewhere: (values: { readonly computer: TextValue }) => string;
      readonly removed: (values: { readonly link: TextValue }) => string;
      readonly withAddress: string;
      readonly withdrawn: (values: { readonly link: TextValue }) => string;
      readonly olderStays: string;
      readonly saved: (values: { readonly link: TextValue }) => string;
      readonly soon: string;
      readonly blocked: string;
      readonly confirmed: (values: { readonly link: TextValue }) => string;
      readonly beingSent: string;
      readonly linkStays: (values: { readonly link: TextValue }) => string;
      readonly bothStay: string;
      readonly impossible: string;
      readonly impossibleBecause: (values: { readonly product: TextValue }) => string;
    };
    readonly selection: {
      readonly copy: string;
      readonly export: string;
      readonly replace: string;
      readonly customise: string;
      readonly printQrCodes: string;
      readonly delete: string;
      readonly short: {
        readonly copy: string;
        readonly export: string;
        readonly replace: string;
        readonly customise: string;
        readonly printQrCodes: string;
        readonly delete: string;
      };
      readonly tooMany: (values: { readonly selected: number; readonly most: number }) => string;
      readonly nothingCopied: string;
      readonly noneHasAddress: string;
      readonly copied: (values: { readonly copied: number; readonly withoutAddress: number }) => string;
      readonly exported: (values: { readonly links: number; readonly file: TextValue }) => string;
    };
    readonly deletionOfMany: {
      readonly title: string;
      readonly confirm: string;
      readonly deleting: string;
      readonly notAllDeleted: string;
      readonly none: string;
      readonly question: (values: { readonly links: number }) => string;
      readonly addressesStop: (values: { readonly links: number }) => string;
      readonly withoutAddress: (values: { readonly links: number }) => string;
      readonly takenBack: (values: { readonly links: number }) => string;
      readonly olderStay: (values: { readonly links: number }) => string;
      readonly left: (values: { readonly links: number }) => string;
      readonly alreadyDeleted: string;
      readonly done: {
        readonly saved: (values: { readonly queued: number }) => string;
        readonly withdrawn: (values: { readonly withdrawn: number }) => string;
        readonly left: (values: { readonly left: number }) => string;
      };
      readonly stay: (values: { readonly kept: number; readonly sent: number }) => string;
    };
  };
  readonly notes: {
    readonly title: string;
    readonly add: string;
    readonly edit: string;
    readonly whoSees: string;
    readonly hint: {
      readonly link: string;
      readonly product: string;
    };
    readonly save: string;
    readonly saved: string;
    readonly notSaved: string;
    readonly notRead: string;
    readonly gone: string;
  };
  readonly palette: {
    readonly title: string;
    readonly search: string;
    readonly results: string;
    readonly looking: string;
    readonly notSearched: string;
    readonly whatToTry: string;
    readonly found: (values: { readonly results: TextValue }) => string;
    readonly counted: {
      readonly commands: (values: { readonly commands: number }) => string;
      readonly products: (values: { readonly products: number }) => string;
      readonly links: (values: { readonly links: number }) => string;
    };
    readonly keys: {
      readonly opens: <Part>(values: { readonly key: Part }) => Phrase<Part>;
      readonly copies: <Part>(values: { readonly key: Part }) => Phrase<Part>;
    };
    readonly groups: {
      readonly goTo: string;
      readonly new: string;
      readonly do: string;
      readonly stores: string;
      readonly look: string;
      readonly recent: string;
      readonly someProducts: (values: { readonly shown: number; readonly inAll: number }) => string;
      readonly someLinks: (values: { readonly shown: number; readonly inAll: number }) => string;
    };
    readonly rows: {
      readonly product: string;
      readonly draft: string;
      readonly singleUse: string;
    };
    readonly screens: {
      readonly history: string;
      readonly words: {
        readonly all: string;
        readonly sales: string;
        readonly webhook: string;
        readonly sync: string;
        readonly history: string;
        readonly settings: string;
      };
    };
    readonly commands: {
      readonly newProduct: {
        readonly label: string;
        readonly words: string;
      };
      readonly newLink: {
        readonly label: string;
        readonly words: string;
      };
      readonly addProduct: {
        readonly label: string;
      };
      readonly addLink: {
        readonly label: string;
        readonly words: string;
      };
      readonly importLinks: {
        readonly label: string;
        readonly words: string;
      };
      readonly syncNow: {
        readonly label: string;
        readonly words: string;
      };
      readonly sendTest: {
        readonly label: string;
        readonly words: string;
      };
      readonly workOffline: {
        readonly words: string;
      };
      readonly workOnline: {
        readonly label: string;
        readonly words: string;
      };
      readonly exportCsv: {
        readonly label: string;
        readonly description: string;
        readonly words: string;
      };
      readonly exportBackup: {
        readonly label: string;
        readonly words: string;
      };
      readonly restoreBackup: {
        readonly label: string;
      };
      readonly startInbox: {
        readonly label: string;
        readonly words: string;
      };
      readonly stopInbox: {
        readonly label: string;
        readonly words: string;
      };
      readonly startTour: {
        readonly words: string;
      };
      readonly openPractice: {
        readonly label: string;
        readonly words: string;
      };
      readonly switchStore: {
        readonly words: string;
      };
      readonly addStore: {
        readonly words: string;
      };
      readonly signIn: {
        readonly words: string;
      };
    };
    readonly switchTo: (values: { readonly store: TextValue }) => string;
    readonly looks: {
      readonly light: string;
      readonly dark: string;
      readonly system: string;
      readonly words: string;
    };
    readonly toasts: {
      readonly online: string;
      readonly offline: string;
      readonly inboxStopped: string;
      readonly inboxListens: string;
      readonly testDelivered: string;
      readonly testFailed: string;
    };
  };
  readonly parts: {
    readonly windowTitle: (values: { readonly screen: TextValue }) => string;
    readonly search: string;
    readonly clearSearch: string;
    readonly matches: {
      readonly shown: (values: { readonly count: number }) => string;
      readonly atLeast: (values: { readonly count: number }) => string;
      readonly short: (values: { readonly isExact: boolean; readonly count: number }) => string;
      readonly announced: (values: { readonly count: number }) => string;
      readonly announcedFor: (values: { readonly count: number; readonly search: TextValue }) => string;
    };
    readonly sortBy: (values: { readonly column: TextValue }) => string;
    readonly moreActions: string;
    readonly showAll: string;
    readonly showLess: string;
    readonly linksNotSelected: string;
    readonly selection: {
      readonly label: string;
      readonly count: (values: { readonly count: number }) => string;
      readonly notShown: (values: { readonly hidden: number }) => string;
      readonly hidden: (values: { readonly hidden: number; readonly count: number }) => string;
      readonly ended: (values: { readonly count: number }) => string;
      readonly keep: string;
      readonly clear: string;
    };
    readonly discounted: <Part>(values: { readonly price: Part; readonly regular: Part }) => Phrase<Part>;
    readonly changesBack: (values: { readonly count: number }) => string;
    readonly someChangesBack: (values: { readonly count: number; readonly of: number }) => string;
    readonly madeAndId: (values: { readonly id: number; readonly made: TextValue }) => string;
    readonly madeAt: (values: { readonly made: TextValue }) => string;
    readonly justNow: string;
    readonly duration: {
      readonly milliseconds: (values: { readonly milliseconds: number }) => string;
      readonly seconds: (values: { readonly seconds: number }) => string;
      readonly minutes: (values: { readonly minutes: number; readonly seconds: number }) => string;
    };
    readonly linkSaved: (values: { readonly link: TextValue }) => string;
    readonly linkSavedButStuck: string;
    readonly whenSent: {
      readonly now: string;
      readonly unknown: string;
      readonly signedIn: string;
      readonly online: string;
      readonly reachable: string;
      readonly paused: string;
    };
    readonly arrived: string;
    readonly unsent: {
      readonly alreadySent: string;
      readonly stillWaits: string;
      readonly ofField: (values: { readonly field: TextValue; readonly message: TextValue }) => string;
    };
    readonly dialog: {
      readonly closeThis: string;
      readonly lostInThis: string;
      readonly closeOther: (values: { readonly title: TextValue }) => string;
      readonly lostInOther: string;
      readonly keepEditing: string;
      readonly close: string;
      readonly notClosed: string;
    };
    readonly leave: {
      readonly title: string;
      readonly leave: string;
      readonly stay: string;
      readonly notLeft: string;
    };
  };
  readonly practice: {
    readonly title: string;
    readonly about: string;
    readonly delay: string;
    readonly noDelay: string;
    readonly delayOf: (values: { readonly seconds: number }) => string;
    readonly noDelaySet: string;
    readonly delaySet: (values: { readonly seconds: number }) => string;
    readonly losses: string;
    readonly noLosses: string;
    readonly lossesOf: (values: { readonly calls: number }) => string;
    readonly noLossesSet: string;
    readonly lossesSet: (values: { readonly calls: number }) => string;
    readonly lossesAbout: string;
    readonly answer: string;
    readonly answers: {
      readonly '401': string;
      readonly '429': string;
      readonly '500': string;
      readonly none: string;
    };
    readonly answerSet: {
      readonly '401': string;
      readonly '429': string;
      readonly '500': string;
      readonly none: string;
    };
    readonly unreachable: string;
    readonly isUnreachable: string;
    readonly isBack: string;
    readonly behaveWell: string;
    readonly behavesWell: string;
    readonly expireTokens: string;
    readonly tokensExpired: string;
    readonly keeps: (values: { readonly products: number; readonly links: number; readonly sales: number; readonly undelivered: number }) => string;
    readonly startTour: string;
    readonly startTourAgain: string;
    readonly openSales: string;
    readonly openProducts: string;
    readonly reset: string;
    readonly resetAbout: (values: { readonly products: number; readonly links: number; readonly sales: number }) => string;
    readonly isReset: string;
    readonly notReset: string;
  };
  readonly products: {
    readonly newProduct: string;
    readonly editProduct: string;
    readonly addExisting: string;
    readonly setDefaultPrice: string;
    readonly saved: (values: { readonly product: TextValue }) => string;
    readonly notOpened: string;
    readonly gone: string;
    readonly alreadySent: string;
    readonly states: {
      readonly draft: string;
      readonly published: string;
    };
    readonly stateHints: {
      readonly draft: string;
      readonly published: string;
    };
    readonly fields: {
      readonly state: string;
      readonly sync: string;
      readonly id: string;
      readonly buttonTitle: string;
      readonly title: string;
      readonly description: string;
      readonly defaultPrice: string;
      readonly checkoutAddress: string;
      readonly created: string;
    };
    readonly list: {
      readonly title: string;
      readonly links: string;
      readonly search: string;
      readonly filterByState: string;
      readonly all: string;
      readonly notRead: string;
      readonly noneInState: string;
      readonly noMatch: (values: { readonly search: TextValue }) => string;
      readonly createFirst: string;
      readonly startWithProduct: string;
    };
    readonly removal: {
      readonly title: string;
      readonly notRemoved: string;
      readonly means: (values: { readonly product: TextValue; readonly computer: TextValue }) => string;
      readonly removed: (values: { readonly product: TextValue }) => string;
    };
    readonly one: {
      readonly back: string;
      readonly opening: string;
      readonly notRead: string;
      readonly notHere: string;
      readonly notHereBecause: string;
      readonly newLink: string;
      readonly details: string;
      readonly linksNotRead: string;
      readonly makeFirstLink: string;
      readonly firstLinkPublishes: string;
      readonly firstLinkSetsAddress: string;
      readonly firstLinkDoesBoth: string;
      readonly eachLink: string;
      readonly copyBasicLink: string;
      readonly basicLinkCopied: string;
      readonly basicLinkUnknown: string;
      readonly basicLinkWithPrice: string;
      readonly basicLinkWithoutPrice: string;
      readonly customiseLink: string;
      readonly showQrCode: string;
      readonly idComes: string;
      readonly description: string;
      readonly noDefaultPrice: string;
      readonly doubtOn: <Part>(values: { readonly computer: TextValue; readonly seen: Part }) => Phrase<Part>;
      readonly doubtOnUnlisted: (values: { readonly computer: TextValue }) => string;
      readonly addressUnknown: string;
      readonly madeElsewhere: <Part>(values: { readonly time: Part }) => Phrase<Part>;
    };
    readonly form: {
      readonly save: string;
      readonly notSaved: string;
      readonly buttonTitleHint: string;
      readonly titleHint: string;
      readonly descriptionHint: string;
      readonly preview: string;
      readonly inProductList: string;
      readonly onCheckoutPage: string;
      readonly blankTitle: string;
      readonly blankDescription: string;
    };
    readonly existing: {
      readonly add: string;
      readonly added: string;
      readonly notAdded: string;
      readonly whatFor: string;
      readonly idHint: string;
      readonly checkoutAddressHint: string;
    };
    readonly defaultPrice: {
      readonly save: string;
      readonly saved: string;
      readonly notSaved: string;
      readonly whatFor: (values: { readonly title: TextValue }) => string;
      readonly staysDraft: string;
    };
  };
  readonly share: {
    readonly warning: {
      readonly deleted: {
        readonly title: string;
        readonly body: string;
      };
      readonly replaced: {
        readonly title: string;
        readonly body: string;
      };
      readonly soldOnce: {
        readonly title: string;
        readonly body: string;
      };
      readonly noDefaultPrice: {
        readonly title: string;
        readonly body: string;
      };
      readonly many: {
        readonly leaving: {
          readonly title: (values: { readonly links: number }) => string;
          readonly body: (values: { readonly links: number }) => string;
        };
        readonly soldOnce: {
          readonly title: (values: { readonly links: number }) => string;
          readonly body: (values: { readonly links: number }) => string;
        };
        readonly leaveOut: (values: { readonly links: number }) => string;
      };
      readonly copyNew: string;
      readonly showNew: string;
      readonly copy: string;
      readonly send: string;
    };
    readonly customise: {
      readonly title: string;
      readonly intro: string;
      readonly phoneNumber: string;
      readonly name: string;
      readonly otherFields: string;
      readonly field: string;
      readonly fieldNumber: (values: { readonly at: number }) => string;
      readonly value: string;
      readonly valueNumber: (values: { readonly at: number }) => string;
      readonly addField: string;
      readonly removeField: (values: { readonly at: number }) => string;
      readonly checkoutUrl: string;
      readonly copied: string;
      readonly nothingCopied: string;
      readonly showQrCode: string;
    };
    readonly customiseMany: {
      readonly title: string;
      readonly intro: (values: { readonly links: number; readonly withoutAddress: number }) => string;
      readonly none: string;
      readonly notRead: string;
      readonly example: (values: { readonly product: TextValue }) => string;
      readonly copy: string;
      readonly save: string;
      readonly notDone: string;
      readonly copied: (values: { readonly links: number }) => string;
      readonly saved: (values: { readonly links: number; readonly file: TextValue }) => string;
      readonly clashing: (values: { readonly links: number }) => string;
    };
    readonly template: {
      readonly template: string;
      readonly noneSaved: string;
      readonly choose: string;
      readonly notRead: string;
      readonly saveAs: string;
      readonly save: string;
      readonly rename: string;
      readonly replace: string;
      readonly delete: string;
      readonly deletes: (values: { readonly name: TextValue }) => string;
      readonly notDeleted: string;
      readonly notSaved: string;
      readonly name: string;
      readonly nameExample: string;
      readonly isThere: (values: { readonly name: TextValue }) => string;
      readonly whatItKeeps: string;
      readonly always: (values: { readonly field: TextValue; readonly value: TextValue }) => string;
    };
    readonly qrCode: {
      readonly title: string;
      readonly none: string;
      readonly of: (values: { readonly address: TextValue }) => string;
      readonly saveAsPng: string;
      readonly saveAsSvg: string;
      readonly saved: (values: { readonly file: TextValue }) => string;
      readonly copyPicture: string;
      readonly pictureCopied: string;
      readonly printLabel: string;
      readonly labelSent: string;
      readonly didNotWork: string;
    };
    readonly qrSheet: {
      readonly notRead: string;
      readonly none: string;
      readonly count: (values: { readonly codes: number; readonly pages: number }) => string;
      readonly withoutAddress: (values: { readonly links: number }) => string;
      readonly tooLong: (values: { readonly links: number }) => string;
      readonly withMetadata: string;
      readonly withMetadataAbout: string;
      readonly firstPage: string;
      readonly print: string;
      readonly sent: (values: { readonly pages: number }) => string;
    };
  };
  readonly shortcuts: {
    readonly title: string;
    readonly withKeys: (values: { readonly what: TextValue; readonly keys: TextValue }) => string;
    readonly anywhere: string;
    readonly inLists: string;
    readonly inForms: string;
    readonly or: string;
    readonly keys: {
      readonly mod: string;
      readonly shift: string;
      readonly enter: string;
      readonly space: string;
      readonly delete: string;
      readonly escape: string;
      readonly contextmenu: string;
      readonly arrowup: string;
      readonly arrowdown: string;
    };
    readonly does: {
      readonly search: string;
      readonly create: string;
      readonly undo: string;
      readonly move: string;
      readonly open: string;
      readonly commands: string;
      readonly copyLink: string;
      readonly remove: string;
      readonly correct: string;
      readonly select: string;
      readonly extend: string;
      readonly selectAll: string;
      readonly leave: string;
      readonly save: string;
    };
  };
  readonly signIn: {
    readonly screen: {
      readonly title: string;
      readonly or: string;
      readonly noStoreYet: string;
      readonly otherComputer: string;
      readonly backTo: (values: { readonly store: TextValue }) => string;
    };
    readonly form: {
      readonly title: string;
      readonly serviceAddress: string;
      readonly email: string;
      readonly password: string;
      readonly showPassword: string;
      readonly signIn: string;
      readonly lastsUntilClosed: string;
      readonly notReached: string;
      readonly failed: string;
    };
    readonly panel: {
      readonly title: string;
      readonly later: string;
      readonly canGoOn: string;
      readonly otherOpened: (values: { readonly email: TextValue; readonly waiting: number; readonly store: TextValue }) => string;
      readonly otherAccount: (values: { readonly waiting: number; readonly store: TextValue }) => string;
      readonly locked: string;
      readonly tryAgain: string;
      readonly stillLocked: string;
      readonly practiceNotRunning: string;
      readonly practiceSignedOut: string;
      readonly practiceRefuses: string;
    };
    readonly practice: {
      readonly open: string;
      readonly notOpened: string;
    };
    readonly signOut: {
      readonly title: string;
      readonly failed: string;
      readonly whatStays: (values: { readonly store: TextValue; readonly waiting: number; readonly attention: number; readonly total: number }) => string;
      readonly forget: string;
      readonly noWayBack: string;
      readonly removeAndSignOut: string;
      readonly onlyRecord: (values: { readonly store: TextValue }) => string;
      readonly neverSent: (values: { readonly unsent: number }) => string;
    };
  };
  readonly sync: {
    readonly syncNow: string;
    readonly waitingChanges: string;
    readonly history: string;
    readonly searchHistory: string;
    readonly kinds: {
      readonly 'product.create': string;
      readonly 'product.update': string;
      readonly 'link.create': string;
      readonly 'link.delete': string;
      readonly 'settings.update': string;
    };
    readonly now: {
      readonly sent: (values: { readonly count: number }) => string;
      readonly toDecide: (values: { readonly count: number }) => string;
      readonly afterDecision: (values: { readonly count: number; readonly decisions: number }) => string;
      readonly locked: (values: { readonly count: number; readonly isMore: boolean }) => string;
      readonly held: {
        readonly offline: (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly 'signed-out': (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly disk: (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly unreachable: (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly busy: (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly faulty: (values: { readonly count: number; readonly isMore: boolean }) => string;
        readonly silent: (values: { readonly count: number; readonly isMore: boolean }) => string;
      };
      readonly named: (values: { readonly time: TextValue; readonly count: number; readonly isMore: boolean }) => string;
      readonly tried: (values: { readonly count: number; readonly isMore: boolean }) => string;
      readonly nothingElse: string;
      readonly nothing: string;
    };
    readonly columns: {
      readonly change: string;
      readonly state: string;
      readonly since: string;
      readonly nextAttempt: string;
      readonly ending: string;
      readonly when: string;
    };
    readonly status: {
      readonly workOffline: string;
      readonly signedOut: string;
      readonly paused: {
        readonly unreachable: <Part>(values: { readonly when: Part }) => Phrase<Part>;
        readonly busy: <Part>(values: { readonly when: Part }) => Phrase<Part>;
        readonly faulty: <Part>(values: { readonly when: Part }) => Phrase<Part>;
        readonly silent: <Part>(values: { readonly when: Part }) => Phrase<Part>;
      };
      readonly namedWait: <Part>(values: { readonly when: Part }) => Phrase<Part>;
    };
    readonly nextAttempt: {
      readonly whenYouDecide: string;
      readonly afterAnother: string;
      readonly now: string;
      readonly whenOnline: string;
      readonly afterSignIn: string;
      readonly soon: string;
    };
    readonly timeLeft: {
      readonly none: string;
      readonly seconds: (values: { readonly seconds: number }) => string;
      readonly minutes: (values: { readonly minutes: number; readonly seconds: number }) => string;
      readonly hours: (values: { readonly hours: number; readonly minutes: number }) => string;
    };
    readonly waiting: {
      readonly notRead: string;
      readonly none: string;
      readonly seeSent: string;
      readonly whatIsListed: string;
    };
    readonly ended: {
      readonly notRead: string;
      readonly none: string;
      readonly goToProducts: string;
      readonly whatIsKept: string;
      readonly noneMatches: string;
      readonly whatToSearch: string;
      readonly endings: {
        readonly sent: string;
        readonly recorded: string;
        readonly discarded: string;
        readonly withdrawn: string;
      };
    };
    readonly restored: {
      readonly held: (values: { readonly count: number; readonly doubts: number }) => string;
      readonly sendAll: string;
      readonly title: string;
      readonly sentFromHere: (values: { readonly count: number }) => string;
      readonly mayComeTwice: string;
      readonly confirm: string;
      readonly notSent: string;
      readonly willBeSent: (values: { readonly count: number }) => string;
    };
    readonly decisions: {
      readonly edit: string;
      readonly editAndSendAgain: string;
      readonly sendAgain: string;
      readonly discard: string;
      readonly markAsSent: string;
    };
    readonly rowMenu: {
      readonly open: string;
      readonly link: string;
      readonly product: string;
    };
    readonly sendAgain: {
      readonly title: string;
      readonly productMayExist: string;
      readonly linkMayExist: string;
      readonly notSent: string;
      readonly willBeSent: string;
      readonly deletesLink: string;
    };
    readonly discard: {
      readonly titleOne: string;
      readonly titleMany: string;
      readonly dependents: (values: { readonly count: number }) => string;
      readonly notDiscarded: string;
      readonly oneDiscarded: (values: { readonly change: TextValue }) => string;
      readonly manyDiscarded: string;
    };
    readonly markAsSent: {
      readonly about: (values: { readonly change: TextValue }) => string;
      readonly fields: {
        readonly productId: {
          readonly label: string;
          readonly description: string;
          readonly missing: string;
        };
        readonly paymentLink: {
          readonly label: string;
          readonly description: string;
          readonly missing: string;
        };
      };
      readonly save: string;
      readonly recorded: string;
      readonly notRecorded: string;
    };
    readonly storePage: {
      readonly open: string;
      readonly title: string;
      readonly about: string;
      readonly label: string;
      readonly description: string;
      readonly missing: string;
      readonly save: string;
      readonly notSaved: string;
    };
    readonly paste: {
      readonly open: string;
      readonly about: string;
      readonly label: string;
      readonly description: string;
      readonly addresses: string;
      readonly columns: {
        readonly address: string;
        readonly change: string;
      };
      readonly changeFor: (values: { readonly address: TextValue }) => string;
      readonly none: string;
      readonly by: {
        readonly metadata: string;
        readonly price: string;
        readonly product: string;
      };
      readonly chooseAboveFirst: string;
      readonly found: (values: { readonly matched: number; readonly known: number; readonly unsettled: number }) => string;
      readonly withoutUuid: (values: { readonly count: number; readonly first: TextValue }) => string;
      readonly withoutAddress: (values: { readonly count: number }) => string;
      readonly looking: string;
      readonly stillLooking: string;
      readonly noneFound: string;
      readonly nothingChosen: string;
      readonly noneMatches: string;
      readonly chosenTwice: (values: { readonly change: TextValue }) => string;
      readonly save: string;
      readonly failed: string;
      readonly recorded: (values: { readonly count: number }) => string;
      readonly someRefused: (values: { readonly recorded: number; readonly refused: number; readonly why: TextValue }) => string;
    };
    readonly change: {
      readonly opening: string;
      readonly gone: string;
      readonly goneBecause: string;
      readonly notRead: string;
      readonly close: string;
      readonly waitsFor: string;
      readonly sent: string;
      readonly willBeSent: string;
      readonly wouldHaveBeenSent: string;
      readonly withoutBody: string;
      readonly attempts: string;
      readonly noAttempts: string;
      readonly status: (values: { readonly status: number }) => string;
      readonly answer: string;
      readonly copyRequest: string;
      readonly requestCopied: string;
      readonly copyAnswer: string;
      readonly answerCopied: string;
    };
  };
  readonly tour: {
    readonly label: string;
    readonly newHere: string;
    readonly whatItIs: string;
    readonly over: string;
    readonly whatNext: string;
    readonly step: (values: { readonly at: number; readonly of: number; readonly title: TextValue }) => string;
    readonly start: string;
    readonly showMe: string;
    readonly marked: (values: { readonly control: TextValue }) => string;
    readonly notThere: string;
    readonly showStep: string;
    readonly hideStep: string;
    readonly notNow: string;
    readonly close: string;
    readonly leave: string;
    readonly startsAgain: string;
    readonly steps: {
      readonly product: {
        readonly title: string;
        readonly todo: string;
      };
      readonly link: {
        readonly title: string;
        readonly todo: string;
      };
      readonly share: {
        readonly title: string;
        readonly todo: string;
      };
      readonly webhook: {
        readonly title: string;
        readonly todo: string;
        readonly switchOff: string;
      };
      readonly offline: {
        readonly title: string;
        readonly switchOn: string;
        readonly makeLink: string;
        readonly waits: string;
        readonly isSent: string;
      };
    };
  };
}

export interface LaterTexts {
  readonly currencies: {
    readonly isName: (values: { readonly name: TextValue; readonly codes: TextValue }) => string;
    readonly isNameOfSeveral: (values: { readonly name: TextValue }) => string;
    readonly takeCode: (values: { readonly code: TextValue }) => string;
    readonly keepName: (values: { readonly name: TextValue }) => string;
  };
  readonly linkDetails: {
    readonly replacedBy: <Part>(values: { readonly newLink: Part }) => Phrase<Part>;
  };
  readonly qrSheet: {
    readonly lookAlike: (values: { readonly labels: number }) => string;
  };
  readonly productForm: {
    readonly titleTaken: string;
    readonly cannotChange: string;
  };
  readonly inbox: {
    readonly title: string;
    readonly about: string;
    readonly fromRelay: string;
    readonly notRead: string;
    readonly port: string;
    readonly enterPort: string;
    readonly start: string;
    readonly listensAt: string;
    readonly useAddress: string;
    readonly stop: string;
    readonly missed: {
      readonly title: string;
      readonly start: string;
    };
    readonly refuses: (values: { readonly answer: TextValue }) => string;
    readonly refusesSilently: string;
    readonly acceptAgain: string;
    readonly gap: (values: { readonly from: TextValue; readonly until: TextValue }) => string;
    readonly gapMeans: string;
    readonly dismissGap: string;
    readonly answerWith: string;
    readonly answers: {
      readonly '200': string;
      readonly '400': string;
      readonly '403': string;
      readonly '500': string;
      readonly '503': string;
      readonly slow: string;
      readonly none: string;
    };
    readonly notKept: string;
    readonly notKeptBecause: (values: { readonly problem: TextValue }) => string;
    readonly turnedAway: (values: { readonly count: number; readonly last: TextValue }) => string;
    readonly verification: {
      readonly verified: {
        readonly word: string;
        readonly why: string;
      };
      readonly wrong: {
        readonly word: string;
        readonly why: string;
      };
      readonly missing: {
        readonly word: string;
        readonly why: string;
      };
      readonly unknown: {
        readonly word: string;
        readonly why: string;
      };
    };
    readonly events: {
      readonly sale: {
        readonly word: string;
        readonly why: string;
      };
      readonly test: {
        readonly word: string;
        readonly why: string;
      };
      readonly notSale: {
        readonly word: string;
        readonly why: string;
      };
      readonly unknown: {
        readonly word: string;
        readonly why: string;
      };
      readonly notJson: {
        readonly word: string;
        readonly why: string;
      };
    };
    readonly size: {
      readonly bytes: (values: { readonly bytes: number }) => string;
      readonly kilobytes: (values: { readonly kilobytes: number }) => string;
      readonly megabytes: (values: { readonly megabytes: number }) => string;
    };
    readonly deliveries: {
      readonly label: string;
      readonly open: string;
      readonly search: string;
      readonly export: string;
      readonly exported: (values: { readonly count: number }) => string;
      readonly notRead: string;
      readonly columns: {
        readonly time: string;
        readonly event: string;
        readonly verified: string;
        readonly product: string;
        readonly amount: string;
        readonly metadata: string;
        readonly answered: string;
        readonly size: string;
      };
      readonly ofOtherStore: (values: { readonly product: TextValue; readonly store: TextValue }) => string;
      readonly onlyStore: (values: { readonly store: TextValue }) => string;
      readonly answeredNothing: string;
      readonly none: string;
      readonly howToGetOne: string;
      readonly noneMatches: string;
      readonly whatIsSearched: string;
      readonly kept: (values: { readonly count: number }) => string;
      readonly clear: string;
      readonly willBeCleared: (values: { readonly count: number }) => string;
      readonly willBeClearedOfAll: (values: { readonly count: number; readonly stores: number }) => string;
      readonly notCleared: string;
    };
    readonly delivery: {
      readonly title: string;
      readonly close: string;
      readonly notRead: string;
      readonly gone: string;
      readonly answered: (values: { readonly status: number }) => string;
      readonly notAnswered: string;
      readonly notText: string;
      readonly notJson: string;
      readonly product: string;
      readonly store: string;
      readonly amount: string;
      readonly metadata: string;
      readonly entry: (values: { readonly key: TextValue; readonly value: TextValue }) => string;
      readonly showLink: string;
      readonly markSale: string;
      readonly takeBack: string;
      readonly markedSale: string;
      readonly takenBack: string;
      readonly copyCurl: string;
      readonly curlCopied: string;
      readonly replay: string;
      readonly export: string;
      readonly show: string;
      readonly pretty: string;
      readonly raw: string;
      readonly cut: string;
    };
    readonly replay: {
      readonly title: string;
      readonly address: string;
      readonly whatIsSent: string;
      readonly withKey: string;
      readonly whenWithKey: string;
      readonly notReplayed: string;
      readonly answer: string;
      readonly answered: (values: { readonly status: number; readonly duration: TextValue }) => string;
      readonly notAnswered: (values: { readonly duration: TextValue }) => string;
      readonly send: string;
    };
  };
  readonly linkImport: {
    readonly backToLinks: string;
    readonly backToImports: string;
    readonly notOpened: string;
    readonly start: {
      readonly nothingRead: string;
      readonly dropOrChoose: string;
      readonly chooseFile: string;
      readonly limits: string;
      readonly pasteRows: string;
      readonly pasteRowsHow: string;
      readonly readRows: string;
      readonly columnNames: string;
      readonly template: string;
      readonly templateSaved: (values: { readonly file: TextValue }) => string;
      readonly leaving: string;
      readonly dropHere: string;
    };
    readonly reading: {
      readonly tooLarge: (values: { readonly megabytes: TextValue }) => string;
      readonly empty: string;
      readonly notRead: (values: { readonly reason: TextValue }) => string;
      readonly pastedRows: string;
      readonly oneFileOnly: string;
    };
    readonly past: {
      readonly title: string;
      readonly notRead: string;
      readonly errors: (values: { readonly rows: number }) => string;
      readonly withErrors: <Part>(values: { readonly progress: TextValue; readonly errors: Part }) => Phrase<Part>;
      readonly none: string;
    };
    readonly progress: {
      readonly sent: (values: { readonly links: number; readonly chosen: number }) => string;
      readonly waiting: (values: { readonly links: number }) => string;
      readonly needAttention: (values: { readonly links: number }) => string;
      readonly deleted: (values: { readonly links: number }) => string;
      readonly replaced: (values: { readonly links: number }) => string;
      readonly unsent: (values: { readonly links: number }) => string;
      readonly notCreated: (values: { readonly rows: number }) => string;
    };
    readonly draft: {
      readonly chooseAnother: string;
      readonly dropsChanges: string;
      readonly dropsChangesBody: string;
      readonly dropsPasted: string;
      readonly dropsEarlier: string;
      readonly dropChanges: string;
      readonly keepFile: string;
      readonly keepRows: string;
      readonly notClosed: string;
      readonly notReadLikeThat: string;
      readonly create: (values: { readonly links: number }) => string;
      readonly noneCreated: string;
      readonly figures: (values: { readonly chosen: number; readonly all: number; readonly existing: number; readonly repeated: number; readonly repriced: number; readonly bad: number }) => string;
      readonly checking: (values: { readonly checked: number; readonly all: number }) => string;
      readonly checkingRows: string;
      readonly rows: string;
      readonly noRows: string;
      readonly noRowsBecause: string;
      readonly noErrors: string;
      readonly noErrorsBecause: string;
      readonly remarks: (values: { readonly rows: number }) => string;
      readonly importedBeforeOn: (values: { readonly at: TextValue; readonly made: number }) => string;
      readonly showThatImport: string;
      readonly leftOut: {
        readonly existing: {
          readonly rows: string;
          readonly count: (values: { readonly rows: number }) => string;
        };
        readonly repeated: {
          readonly rows: string;
          readonly count: (values: { readonly rows: number }) => string;
        };
        readonly repriced: {
          readonly rows: string;
          readonly count: (values: { readonly rows: number }) => string;
        };
      };
      readonly leftOutChosen: (values: { readonly rows: number; readonly chosen: number }) => string;
      readonly importAnyway: (values: { readonly rows: number }) => string;
      readonly leaveOut: (values: { readonly rows: number }) => string;
      readonly chooseAll: {
        readonly new: string;
        readonly newWith: {
          readonly existing: string;
          readonly repeated: string;
          readonly repriced: string;
          readonly several: string;
        };
        readonly existing: string;
        readonly repeated: string;
        readonly repriced: string;
      };
      readonly chooseLine: (values: { readonly line: number }) => string;
    };
    readonly fields: {
      readonly product: string;
      readonly noProduct: string;
      readonly currency: string;
      readonly decimalSign: string;
      readonly decimalSigns: {
        readonly '': string;
        readonly '.': string;
        readonly ',': string;
      };
      readonly delimiter: string;
      readonly delimiters: {
        readonly ',': string;
        readonly ';': string;
        readonly '	': string;
        readonly '|': string;
      };
      readonly encoding: string;
      readonly encodings: {
        readonly 'utf-8': string;
        readonly 'utf-16le': string;
        readonly 'utf-16be': string;
        readonly 'windows-1252': string;
        readonly shift_jis: string;
      };
      readonly hasHeader: string;
    };
    readonly columns: {
      readonly title: string;
      readonly missing: string;
      readonly change: string;
      readonly unclear: (values: { readonly rows: number }) => string;
      readonly chooseSign: string;
      readonly unknownCurrency: (values: { readonly currency: TextValue }) => string;
      readonly rowsInCurrency: (values: { readonly rows: number; readonly currency: TextValue }) => string;
      readonly moreCurrencies: (values: { readonly count: number }) => string;
      readonly addCurrency: (values: { readonly currency: TextValue }) => string;
      readonly differsIn: (values: { readonly rows: number; readonly column: TextValue }) => string;
      readonly keepAsMetadata: (values: { readonly column: TextValue }) => string;
      readonly used: (values: { readonly roles: TextValue }) => string;
      readonly usedAndNot: (values: { readonly roles: TextValue; readonly unused: TextValue }) => string;
      readonly usedAndManyNot: (values: { readonly roles: TextValue; readonly unused: number }) => string;
      readonly metadataKey: string;
      readonly metadataKeyFor: (values: { readonly column: TextValue }) => string;
      readonly enterKey: string;
      readonly looksLike: {
        readonly price: string;
        readonly discount: string;
        readonly currency: string;
        readonly quantity: string;
      };
      readonly leaveOut: string;
      readonly leaveOutColumn: (values: { readonly column: TextValue }) => string;
      readonly roles: {
        readonly ignore: string;
        readonly product: string;
        readonly productId: string;
        readonly productNumber: string;
        readonly price: string;
        readonly discount: string;
        readonly currency: string;
        readonly singleUse: string;
        readonly metadata: string;
        readonly otherMetadata: string;
        readonly note: string;
      };
      readonly rolesInCurrency: {
        readonly price: (values: { readonly currency: TextValue }) => string;
        readonly discount: (values: { readonly currency: TextValue }) => string;
      };
    };
    readonly row: {
      readonly filter: string;
      readonly all: (values: { readonly rows: number }) => string;
      readonly withErrors: string;
      readonly leftOut: {
        readonly existing: (values: { readonly rows: number }) => string;
        readonly repeated: (values: { readonly rows: number }) => string;
        readonly repriced: (values: { readonly rows: number }) => string;
      };
      readonly withRemarks: (values: { readonly rows: number }) => string;
      readonly withErrorsCounted: (values: { readonly rows: number }) => string;
      readonly needAttention: (values: { readonly rows: number }) => string;
      readonly line: string;
      readonly lineNumber: (values: { readonly line: number }) => string;
      readonly product: string;
      readonly price: string;
      readonly singleUse: string;
      readonly isSingleUse: string;
      readonly isNotSingleUse: string;
      readonly singleUseMark: string;
      readonly metadata: string;
      readonly metadataOf: (values: { readonly key: TextValue }) => string;
      readonly state: string;
      readonly checkoutUrl: string;
      readonly addressOrProblems: string;
      readonly problemsOfRow: string;
      readonly showWhole: string;
      readonly showLink: string;
      readonly problemInColumn: (values: { readonly column: TextValue; readonly problem: TextValue }) => string;
      readonly moreProblems: (values: { readonly more: number }) => string;
    };
    readonly errors: {
      readonly save: string;
      readonly saved: (values: { readonly rows: number; readonly file: TextValue }) => string;
    };
    readonly fix: {
      readonly hint: string;
      readonly cellsOf: (values: { readonly line: number }) => string;
      readonly save: string;
      readonly saved: (values: { readonly line: number }) => string;
      readonly savedPasted: (values: { readonly line: number }) => string;
      readonly products: string;
      readonly product: (values: { readonly id: number; readonly at: TextValue }) => string;
      readonly similar: string;
      readonly notSaved: string;
      readonly lost: string;
      readonly beforeLoss: {
        readonly title: (values: { readonly line: number }) => string;
        readonly body: string;
        readonly confirm: string;
        readonly cancel: string;
        readonly failed: string;
      };
    };
    readonly begun: {
      readonly announced: {
        readonly begun: string;
        readonly stopped: string;
        readonly sending: string;
        readonly needAttention: (values: { readonly links: number }) => string;
        readonly finished: string;
      };
      readonly notRead: string;
      readonly notHere: string;
      readonly notHereBecause: string;
      readonly removeFromList: string;
      readonly correctErrors: string;
      readonly correctedOn: (values: { readonly at: TextValue; readonly made: number }) => string;
      readonly saveResult: string;
      readonly saved: (values: { readonly rows: number; readonly file: TextValue }) => string;
      readonly savedWithoutAddresses: (values: { readonly rows: number; readonly file: TextValue; readonly without: number }) => string;
      readonly progress: (values: { readonly progress: TextValue; readonly leftOut: number; readonly bad: number }) => string;
      readonly reviewInSync: string;
      readonly rows: string;
      readonly noProblems: string;
      readonly noProblemsBecause: string;
      readonly creating: string;
      readonly createdSoFar: (values: { readonly made: number; readonly chosen: number }) => string;
      readonly notAllCreated: string;
      readonly appWasClosed: string;
      readonly createdAndNot: (values: { readonly made: number; readonly chosen: number; readonly rest: number }) => string;
      readonly resumeDoes: string;
      readonly otherRuns: string;
      readonly createAnyway: (values: { readonly rows: number }) => string;
      readonly resume: string;
      readonly remove: string;
      readonly notRemoved: string;
      readonly removes: (values: { readonly name: TextValue; readonly made: number }) => string;
      readonly removesRest: (values: { readonly rest: number }) => string;
    };
  };
  readonly newPrice: {
    readonly products: {
      readonly title: string;
      readonly one: (values: { readonly product: TextValue; readonly links: number }) => string;
      readonly more: (values: { readonly products: number; readonly links: number }) => string;
    };
    readonly sold: {
      readonly title: (values: { readonly sold: number }) => string;
      readonly titleWithOnce: (values: { readonly sold: number; readonly once: number }) => string;
      readonly titleAllOnce: (values: { readonly sold: number }) => string;
      readonly body: (values: { readonly once: number }) => string;
    };
  };
  readonly sales: {
    readonly search: string;
    readonly exportCsv: string;
    readonly exported: (values: { readonly rows: number; readonly file: TextValue }) => string;
    readonly notRead: string;
    readonly about: string;
    readonly aboutMore: string;
    readonly keyLost: string;
    readonly noKey: string;
    readonly webhookOff: string;
    readonly notSetUp: string;
    readonly seeWebhook: string;
    readonly none: string;
    readonly howToGetOne: string;
    readonly howToGetOneWithoutTeam: string;
    readonly openWebhook: string;
    readonly openTeam: string;
    readonly seeTeam: string;
    readonly noneForFilters: string;
    readonly noneForSearch: (values: { readonly search: TextValue }) => string;
    readonly noneForSearchAndFilters: (values: { readonly search: TextValue }) => string;
    readonly clearFilters: string;
    readonly columns: {
      readonly time: string;
      readonly product: string;
      readonly amount: string;
      readonly metadata: string;
      readonly link: string;
      readonly verified: string;
    };
    readonly states: {
      readonly verified: {
        readonly word: string;
        readonly why: string;
      };
      readonly marked: {
        readonly word: string;
        readonly why: string;
      };
      readonly unverified: {
        readonly word: string;
        readonly why: string;
      };
      readonly dismissed: {
        readonly word: string;
        readonly why: string;
        readonly claimed: string;
      };
    };
    readonly unknownProduct: string;
    readonly noLink: string;
    readonly filters: {
      readonly byProduct: string;
      readonly allProducts: string;
      readonly ofLink: string;
      readonly notOfLink: string;
    };
    readonly sold: {
      readonly label: (values: { readonly when: TextValue }) => string;
      readonly rangeTitle: string;
    };
    readonly totals: {
      readonly sales: (values: { readonly count: number }) => string;
      readonly unverified: (values: { readonly count: number }) => string;
      readonly withoutAmount: (values: { readonly count: number }) => string;
      readonly pricesOfLinks: (values: { readonly count: number }) => string;
      readonly notRead: string;
    };
    readonly chart: {
      readonly title: string;
      readonly sales: string;
      readonly summary: (values: { readonly count: number; readonly from: TextValue; readonly to: TextValue }) => string;
      readonly most: (values: { readonly day: TextValue; readonly count: number }) => string;
      readonly days: (values: { readonly days: TextValue }) => string;
      readonly day: (values: { readonly day: TextValue; readonly count: number }) => string;
      readonly isCut: string;
    };
    readonly commands: {
      readonly open: string;
      readonly showLink: string;
      readonly mark: string;
      readonly unmark: string;
      readonly copyBody: string;
      readonly more: (values: { readonly product: TextValue }) => string;
    };
    readonly marked: (values: { readonly sale: TextValue }) => string;
    readonly unmarked: (values: { readonly sale: TextValue }) => string;
    readonly bodyCopied: string;
    readonly details: {
      readonly label: string;
      readonly sale: string;
      readonly close: string;
      readonly notRead: string;
      readonly gone: string;
      readonly state: string;
      readonly claimed: (values: { readonly said: TextValue }) => string;
      readonly sold: string;
      readonly received: string;
      readonly product: string;
      readonly amount: string;
      readonly priceOfLink: string;
      readonly link: string;
      readonly found: {
        readonly uuid: string;
        readonly metadata: string;
      };
      readonly links: {
        readonly deleted: string;
        readonly unknown: string;
        readonly none: string;
        readonly several: string;
      };
      readonly eventId: string;
      readonly deliveries: string;
      readonly repeated: <Part>(values: { readonly count: number; readonly isLeast: boolean; readonly last: Part }) => Phrase<Part>;
      readonly metadata: string;
      readonly noMetadata: string;
      readonly body: string;
      readonly noBody: string;
      readonly cut: string;
    };
    readonly show: string;
    readonly alike: {
      readonly title: string;
      readonly meaning: (values: { readonly at: Date | number }) => string;
      readonly notMarked: string;
    };
  };
  readonly webhook: {
    readonly notRead: string;
    readonly form: {
      readonly url: string;
      readonly urlOnThisComputer: string;
      readonly urlAbout: string;
      readonly urlOfRelay: string;
      readonly useRelay: string;
      readonly relayIsLoopback: string;
      readonly relayOfInvite: string;
      readonly isOn: string;
      readonly isOff: string;
      readonly save: string;
      readonly saved: string;
      readonly savedWithNewKey: string;
      readonly notSaved: string;
      readonly leaving: string;
    };
    readonly key: {
      readonly label: string;
      readonly placeholders: {
        readonly none: string;
        readonly here: string;
        readonly locked: string;
        readonly 'on-service': string;
        readonly gone: string;
        readonly 'gone-in-doubt': string;
      };
      readonly missing: string;
      readonly lost: {
        readonly withoutKeyStore: string;
        readonly otherwise: string;
        readonly save: string;
      };
      readonly length: (values: { readonly characters: number; readonly whole: number }) => string;
      readonly isHere: (values: { readonly characters: number }) => string;
      readonly isLocked: (values: { readonly characters: number }) => string;
      readonly isOnService: (values: { readonly characters: number }) => string;
      readonly notHere: string;
      readonly isGone: string;
      readonly isGoneInDoubt: string;
      readonly uncertain: (values: { readonly sentence: TextValue }) => string;
      readonly replaces: string;
      readonly show: string;
      readonly hide: string;
      readonly generate: string;
      readonly copy: string;
      readonly copied: string;
    };
    readonly status: {
      readonly notSetUp: string;
      readonly states: {
        readonly synced: string;
        readonly uncertain: string;
        readonly waiting: string;
        readonly sending: string;
        readonly 'needs-review': string;
        readonly rejected: string;
      };
      readonly recorded: string;
      readonly seeChange: string;
    };
    readonly test: {
      readonly title: string;
      readonly send: string;
      readonly nothingSaved: string;
      readonly usesSaved: string;
      readonly result: string;
      readonly waiting: string;
      readonly notRun: string;
      readonly delivered: string;
      readonly deliveredWithoutKey: string;
      readonly failed: string;
      readonly failedButReceived: string;
      readonly receivedSilently: string;
      readonly received: (values: { readonly answered: number }) => string;
      readonly outdated: string;
      readonly outdatedBecause: string;
      readonly status: string;
      readonly noAnswer: string;
      readonly took: string;
      readonly when: string;
      readonly noBody: string;
      readonly body: string;
    };
    readonly lastTests: {
      readonly title: string;
      readonly result: string;
      readonly whatHappened: string;
      readonly status: string;
      readonly took: string;
      readonly when: string;
      readonly delivered: string;
      readonly failed: string;
      readonly beforeChange: string;
      readonly showFewer: string;
      readonly showAll: (values: { readonly tests: number }) => string;
    };
    readonly receiver: {
      readonly title: string;
      readonly about: <Part>(values: { readonly header: Part }) => Phrase<Part>;
      readonly language: string;
      readonly copySnippet: (values: { readonly language: TextValue }) => string;
      readonly snippetCopied: (values: { readonly language: TextValue }) => string;
    };
  };
  readonly settings: {
    readonly store: {
      readonly title: string;
      readonly about: string;
      readonly serviceAddress: string;
      readonly signedInWith: string;
      readonly name: string;
      readonly nameAbout: string;
      readonly checkoutAddress: string;
      readonly checkoutAddressAbout: string;
      readonly nameInAddresses: string;
      readonly sellerSlug: string;
      readonly sellerSlugAbout: string;
      readonly page: string;
      readonly pageAbout: string;
      readonly save: string;
      readonly saved: string;
      readonly notSaved: string;
      readonly leaving: string;
      readonly defaultPrices: string;
      readonly undocumentedUpdate: string;
      readonly undocumentedUpdateAbout: string;
      readonly undocumentedUpdateOn: string;
      readonly undocumentedUpdateOff: string;
    };
    readonly currencies: {
      readonly title: string;
      readonly about: string;
      readonly id: string;
      readonly name: string;
      readonly remove: string;
      readonly removeCurrency: (values: { readonly name: TextValue }) => string;
      readonly removed: (values: { readonly name: TextValue }) => string;
      readonly removal: {
        readonly title: (values: { readonly name: TextValue }) => string;
        readonly inUse: (values: { readonly isLeast: boolean; readonly users: TextValue; readonly count: number; readonly name: TextValue; readonly id: number }) => string;
        readonly confirm: string;
        readonly failed: string;
      };
      readonly users: {
        readonly links: (values: { readonly links: number }) => string;
        readonly products: (values: { readonly products: number }) => string;
        readonly sales: (values: { readonly sales: number }) => string;
      };
      readonly addition: {
        readonly title: (values: { readonly name: TextValue }) => string;
        readonly inUse: (values: { readonly isLeast: boolean; readonly users: TextValue; readonly count: number; readonly id: number; readonly name: TextValue }) => string;
      };
      readonly currencyId: string;
      readonly enterId: string;
      readonly currencyName: string;
      readonly nameExample: string;
      readonly sameName: string;
      readonly nameAbout: string;
      readonly idAbout: string;
      readonly add: string;
      readonly added: (values: { readonly name: TextValue }) => string;
      readonly notAdded: string;
    };
    readonly sending: {
      readonly title: string;
      readonly about: string;
      readonly parallel: string;
      readonly parallelAbout: string;
      readonly parallelSaved: (values: { readonly sends: TextValue }) => string;
    };
    readonly notifications: {
      readonly title: string;
      readonly about: string;
      readonly sales: string;
      readonly salesAbout: string;
      readonly salesOn: string;
      readonly salesOff: string;
    };
    readonly background: {
      readonly title: string;
      readonly aboutOnMac: string;
      readonly about: string;
      readonly keep: string;
      readonly keepAbout: (values: { readonly hasIcon: boolean }) => string;
      readonly keeps: string;
      readonly ends: string;
      readonly iconAbout: string;
      readonly tray: {
        readonly show: string;
        readonly shown: string;
        readonly hidden: string;
      };
      readonly menuBar: {
        readonly show: string;
        readonly shown: string;
        readonly hidden: string;
      };
    };
    readonly message: {
      readonly title: string;
      readonly about: string;
      readonly message: string;
      readonly hint: (values: { readonly product: TextValue; readonly price: TextValue; readonly link: TextValue }) => string;
      readonly save: string;
      readonly saved: string;
      readonly notSaved: string;
      readonly default: string;
      readonly leaving: string;
    };
    readonly look: {
      readonly title: string;
      readonly about: string;
      readonly appearance: string;
      readonly appearances: {
        readonly system: string;
        readonly light: string;
        readonly dark: string;
      };
      readonly appearanceSaved: (values: { readonly appearance: TextValue }) => string;
    };
    readonly data: {
      readonly title: string;
      readonly about: string;
      readonly exportBackup: string;
      readonly openFolder: string;
      readonly openLogs: string;
      readonly copyDiagnostics: string;
    };
    readonly diagnostics: {
      readonly text: string;
      readonly about: string;
      readonly copied: string;
      readonly notCopied: string;
    };
    readonly rollingBackups: {
      readonly title: string;
      readonly about: string;
      readonly notListed: string;
      readonly none: string;
      readonly made: string;
      readonly why: string;
      readonly size: string;
      readonly reasons: {
        readonly day: string;
        readonly migration: string;
      };
      readonly restore: string;
      readonly restoreOne: (values: { readonly made: TextValue }) => string;
    };
    readonly app: {
      readonly title: string;
      readonly version: string;
      readonly nameAndVersion: (values: { readonly version: TextValue }) => string;
      readonly runsOn: string;
      readonly signIns: string;
      readonly signInsKept: string;
      readonly signInsNotKept: string;
      readonly password: string;
    };
    readonly language: {
      readonly title: string;
      readonly about: string;
      readonly label: string;
      readonly asSystem: string;
      readonly saved: (values: { readonly language: TextValue }) => string;
    };
  };
  readonly team: {
    readonly title: string;
    readonly about: string;
    readonly howToGetOne: string;
    readonly join: {
      readonly title: string;
      readonly invite: string;
      readonly inviteAbout: string;
      readonly button: string;
      readonly joined: string;
      readonly preview: {
        readonly title: string;
        readonly about: string;
        readonly join: string;
        readonly failed: string;
        readonly store: string;
        readonly here: string;
        readonly inTeam: string;
        readonly records: (values: { readonly products: number; readonly links: number }) => string;
        readonly notAsked: string;
        readonly offline: (values: { readonly problem: TextValue }) => string;
      };
    };
    readonly notRead: string;
    readonly status: string;
    readonly states: {
      readonly connecting: string;
      readonly connected: string;
      readonly revoked: string;
      readonly locked: string;
      readonly forgotten: string;
    };
    readonly toShare: (values: { readonly count: number }) => string;
    readonly sharing: (values: { readonly count: number }) => string;
    readonly toFetch: (values: { readonly count: number }) => string;
    readonly comparing: string;
    readonly tooLarge: (values: { readonly count: number }) => string;
    readonly newer: (values: { readonly count: number }) => string;
    readonly isFull: string;
    readonly means: {
      readonly connecting: string;
      readonly connected: string;
      readonly offline: string;
      readonly revoked: string;
      readonly locked: string;
      readonly forgotten: string;
    };
    readonly thisComputer: (values: { readonly name: TextValue }) => string;
    readonly unreadable: (values: { readonly count: number }) => string;
    readonly computers: string;
    readonly noComputers: string;
    readonly name: string;
    readonly nameOfThis: (values: { readonly name: TextValue }) => string;
    readonly lastSeen: string;
    readonly now: string;
    readonly waiting: string;
    readonly waitingCount: (values: { readonly count: number }) => string;
    readonly leave: {
      readonly button: string;
      readonly title: string;
      readonly body: string;
      readonly confirm: string;
      readonly cancel: string;
      readonly failed: string;
      readonly done: string;
    };
  };
  readonly manyChanges: {
    readonly selectAll: string;
    readonly select: (values: { readonly change: TextValue }) => string;
    readonly notSelected: string;
    readonly total: (values: { readonly count: number }) => string;
    readonly search: string;
    readonly byReason: string;
    readonly reason: (values: { readonly reason: TextValue; readonly count: number }) => string;
    readonly nothingLeft: string;
    readonly notShown: (values: { readonly hidden: number; readonly count: number }) => string;
    readonly sendAgain: {
      readonly some: (values: { readonly can: number; readonly of: number }) => string;
      readonly title: (values: { readonly count: number }) => string;
      readonly meaning: (values: { readonly rejected: number; readonly count: number }) => string;
      readonly mayCreateTwice: (values: { readonly count: number }) => string;
      readonly someMayCreateTwice: (values: { readonly creates: number }) => string;
      readonly left: (values: { readonly left: number }) => string;
      readonly failed: string;
      readonly done: (values: { readonly done: number; readonly changed: number }) => string;
      readonly deletions: (values: { readonly links: number }) => string;
      readonly automatic: (values: { readonly count: number }) => string;
    };
    readonly markAsSent: {
      readonly some: (values: { readonly can: number; readonly of: number }) => string;
      readonly title: (values: { readonly count: number }) => string;
      readonly meaning: (values: { readonly count: number }) => string;
      readonly deletions: (values: { readonly links: number }) => string;
      readonly left: (values: { readonly left: number }) => string;
      readonly failed: string;
      readonly done: (values: { readonly done: number; readonly changed: number }) => string;
    };
    readonly discard: {
      readonly some: (values: { readonly can: number; readonly of: number }) => string;
      readonly title: (values: { readonly count: number }) => string;
      readonly meaning: (values: { readonly count: number }) => string;
      readonly along: (values: { readonly along: number }) => string;
      readonly mayBeThere: (values: { readonly part: string; readonly inDoubt: number }) => string;
      readonly withKey: (values: { readonly count: number }) => string;
      readonly left: (values: { readonly left: number }) => string;
      readonly failed: string;
      readonly done: (values: { readonly done: number; readonly changed: number }) => string;
    };
  };
  readonly exportingBackup: {
    readonly running: string;
    readonly notExported: string;
    readonly whatIsIn: string;
    readonly passphraseHint: string;
    readonly repeatPassphrase: string;
    readonly showRepeated: string;
    readonly notTheSame: string;
    readonly strength: string;
    readonly strengths: {
      readonly weak: string;
      readonly fair: string;
      readonly strong: string;
    };
    readonly keepSafe: string;
    readonly exported: string;
    readonly holds: (values: { readonly file: TextValue; readonly holds: TextValue }) => string;
    readonly leftOut: (values: { readonly files: TextValue }) => string;
  };
  readonly restoringBackup: {
    readonly madeBy: (values: { readonly file: TextValue; readonly time: TextValue; readonly version: TextValue }) => string;
    readonly passphraseHint: string;
    readonly readingNow: string;
    readonly reading: string;
    readonly notPossible: string;
    readonly proceed: string;
    readonly whereDiffers: string;
    readonly keepHere: string;
    readonly takeBackup: string;
    readonly stillRuns: string;
    readonly stillRunsBecause: (values: { readonly waiting: number }) => string;
    readonly hold: string;
    readonly holdHint: string;
    readonly send: string;
    readonly sendHint: string;
    readonly sendHintWithDoubt: (values: { readonly inDoubt: number }) => string;
    readonly restore: string;
    readonly allHere: string;
    readonly restHere: string;
    readonly running: string;
    readonly notRestored: string;
    readonly restored: string;
    readonly wouldAdd: (values: { readonly added: number; readonly updated: number }) => string;
    readonly wouldReplaceSettings: (values: { readonly settings: TextValue }) => string;
    readonly added: (values: { readonly records: TextValue }) => string;
    readonly records: {
      readonly products: (values: { readonly products: number }) => string;
      readonly links: (values: { readonly links: number }) => string;
      readonly sales: (values: { readonly sales: number }) => string;
    };
    readonly updated: (values: { readonly records: number }) => string;
    readonly noRecords: string;
    readonly settingsReplaced: (values: { readonly settings: TextValue }) => string;
    readonly held: (values: { readonly held: number }) => string;
    readonly signInTo: (values: { readonly stores: TextValue }) => string;
    readonly noKeys: string;
    readonly review: string;
  };
  readonly backupPreview: {
    readonly holds: (values: { readonly holds: TextValue }) => string;
    readonly settingsTaken: string;
    readonly settingsDiffer: (values: { readonly settings: TextValue }) => string;
    readonly templates: (values: { readonly count: number }) => string;
    readonly unread: (values: { readonly count: number }) => string;
    readonly ahead: (values: { readonly count: number }) => string;
    readonly signInAt: (values: { readonly email: TextValue; readonly address: TextValue }) => string;
    readonly otherHere: string;
    readonly otherHereMeans: (values: { readonly email: TextValue; readonly address: TextValue }) => string;
    readonly checkAddress: string;
    readonly unknown: (values: { readonly what: TextValue }) => string;
    readonly store: (values: { readonly name: TextValue }) => string;
    readonly knownHere: string;
    readonly newHere: string;
    readonly brings: (values: { readonly store: TextValue }) => string;
    readonly tally: {
      readonly added: {
        readonly name: string;
        readonly hint: string;
      };
      readonly same: {
        readonly name: string;
        readonly hint: string;
      };
      readonly completed: {
        readonly name: string;
        readonly hint: string;
      };
      readonly differs: {
        readonly name: string;
        readonly hint: string;
      };
      readonly deletedHere: {
        readonly name: string;
        readonly hint: string;
      };
    };
    readonly deletedHere: (values: { readonly records: TextValue; readonly count: number }) => string;
    readonly deletedInBackup: (values: { readonly records: TextValue; readonly count: number }) => string;
    readonly changes: (values: { readonly added: number; readonly known: number; readonly settled: number }) => string;
    readonly differences: (values: { readonly store: TextValue }) => string;
    readonly what: string;
    readonly here: string;
    readonly backup: string;
    readonly newer: string;
    readonly newerNotKnown: string;
    readonly newerIs: {
      readonly here: string;
      readonly backup: string;
    };
    readonly more: (values: { readonly count: number }) => string;
  };
  readonly replacementOfMany: {
    readonly submit: string;
    readonly notRead: string;
    readonly notReplaced: string;
    readonly replacing: string;
    readonly none: string;
    readonly question: (values: { readonly links: number; readonly unchanged: number }) => string;
    readonly nothingChanges: string;
    readonly whatHappens: string;
    readonly leaving: (values: { readonly links: number }) => string;
    readonly unsent: (values: { readonly links: number }) => string;
    readonly withoutUuid: (values: { readonly links: number }) => string;
    readonly done: (values: { readonly replaced: number; readonly left: number }) => string;
    readonly rules: {
      readonly addMissing: string;
      readonly keepOthers: string;
    };
    readonly discounts: {
      readonly title: (values: { readonly links: number }) => string;
      readonly remove: string;
      readonly keep: string;
    };
    readonly oldPrices: {
      readonly title: string;
      readonly at: <Part>(values: { readonly links: number; readonly old: Part }) => Phrase<Part>;
      readonly becomes: <Part>(values: { readonly links: number; readonly old: Part; readonly now: Part }) => Phrase<Part>;
      readonly stays: <Part>(values: { readonly links: number; readonly old: Part }) => Phrase<Part>;
      readonly others: (values: { readonly links: number }) => string;
    };
    readonly showNew: string;
    readonly missing: (values: { readonly links: number; readonly currency: TextValue }) => string;
    readonly added: (values: { readonly links: number; readonly currency: TextValue }) => string;
    readonly kept: (values: { readonly links: number; readonly currency: TextValue }) => string;
    readonly dropped: (values: { readonly links: number; readonly currency: TextValue }) => string;
    readonly discountsKept: (values: { readonly links: number }) => string;
    readonly discountsLost: (values: { readonly links: number }) => string;
    readonly confirmed: (values: { readonly replaced: number; readonly left: number }) => string;
    readonly noneUndone: string;
    readonly undone: (values: { readonly undone: number; readonly deleted: number; readonly late: number }) => string;
  };
  readonly openChange: {
    readonly openCheckoutLink: string;
  };
}

export interface MainTexts {
  readonly backup: {
    readonly fileKind: string;
    readonly export: string;
    readonly notWritten: string;
    readonly notExported: (values: { readonly reason: TextValue }) => string;
    readonly rolling: {
      readonly notMade: string;
      readonly notMadeBecause: (values: { readonly reason: TextValue }) => string;
      readonly gone: string;
    };
    readonly restore: {
      readonly title: string;
      readonly underWay: string;
      readonly otherChosen: string;
      readonly lookFirst: string;
      readonly storeNotOpened: (values: { readonly store: TextValue }) => string;
      readonly notPrepared: string;
      readonly notBegun: (values: { readonly reason: TextValue }) => string;
      readonly cutShort: (values: { readonly reason: TextValue }) => string;
      readonly finished: string;
      readonly finishedAtStart: string;
      readonly notFinished: string;
      readonly stoppedBecause: (values: { readonly reason: TextValue }) => string;
      readonly changedSince: string;
      readonly unfinished: string;
      readonly noneUnfinished: string;
      readonly progress: string;
      readonly notForgotten: string;
    };
    readonly file: {
      readonly tooMuch: string;
      readonly withoutEnd: string;
      readonly notOfBackup: string;
    };
    readonly difference: {
      readonly product: string;
      readonly link: string;
      readonly store: string;
      readonly webhook: string;
      readonly deleted: string;
      readonly productTitle: (values: { readonly title: TextValue }) => string;
      readonly buttonTitle: (values: { readonly title: TextValue }) => string;
      readonly productId: (values: { readonly id: number }) => string;
      readonly productGone: string;
      readonly singleUse: string;
      readonly note: (values: { readonly note: TextValue }) => string;
      readonly productUpdateOn: string;
      readonly webhookOn: (values: { readonly url: TextValue }) => string;
      readonly webhookOff: (values: { readonly url: TextValue }) => string;
    };
  };
  readonly catalog: {
    readonly goneProduct: string;
    readonly belongsTo: (values: { readonly product: TextValue }) => string;
    readonly belongsToAnother: string;
    readonly products: {
      readonly notElsewhere: string;
      readonly gone: string;
      readonly sentAlready: string;
      readonly updateIsOff: string;
      readonly addressUnknown: string;
      readonly idTaken: (values: { readonly product: TextValue }) => string;
      readonly enterAddress: string;
    };
    readonly existingLink: {
      readonly chooseProduct: string;
      readonly productNotSent: string;
      readonly enterLink: string;
      readonly belongsTo: (values: { readonly product: TextValue }) => string;
      readonly belongsToAnother: string;
      readonly deleted: string;
      readonly known: (values: { readonly product: TextValue }) => string;
      readonly knownWith: (values: { readonly product: TextValue; readonly facts: TextValue }) => string;
      readonly taken: string;
      readonly otherHost: (values: { readonly known: TextValue; readonly host: TextValue }) => string;
    };
  };
  readonly changes: {
    readonly discounted: (values: { readonly discounted: TextValue; readonly regular: TextValue }) => string;
    readonly linkInDoubt: (values: { readonly facts: TextValue; readonly product: TextValue }) => string;
    readonly noneInDoubt: string;
    readonly gone: string;
    readonly triedSince: string;
    readonly othersWait: string;
    readonly hiddenKey: (values: { readonly characters: number }) => string;
    readonly titles: {
      readonly createProduct: (values: { readonly title: TextValue }) => string;
      readonly setDefaultPrice: (values: { readonly product: TextValue; readonly prices: TextValue }) => string;
      readonly createLink: (values: { readonly product: TextValue; readonly facts: TextValue }) => string;
      readonly deleteLink: (values: { readonly product: TextValue }) => string;
      readonly deleteLinkWith: (values: { readonly product: TextValue; readonly facts: TextValue }) => string;
      readonly deleteReplacedLink: (values: { readonly product: TextValue }) => string;
      readonly deleteReplacedLinkWith: (values: { readonly product: TextValue; readonly facts: TextValue }) => string;
      readonly saveWebhook: (values: { readonly url: TextValue; readonly isOn: boolean; readonly withKey: boolean }) => string;
    };
    readonly tries: {
      readonly notSent: (values: { readonly why: TextValue }) => string;
      readonly unreached: {
        readonly 'name-not-found': string;
        readonly refused: string;
        readonly 'no-route': string;
        readonly 'connect-timeout': string;
        readonly 'tls-refused': string;
        readonly 'proxy-refused': string;
        readonly 'not-connected': string;
      };
      readonly lost: {
        readonly reset: string;
        readonly timeout: string;
        readonly 'cut-off': string;
        readonly 'not-http': string;
        readonly 'app-closed': string;
      };
      readonly withDetail: (values: { readonly ended: TextValue; readonly detail: TextValue }) => string;
      readonly closedByService: string;
      readonly answered: (values: { readonly status: number }) => string;
      readonly answeredWith: (values: { readonly status: number; readonly headline: TextValue }) => string;
    };
    readonly refusal: (values: { readonly headline: TextValue; readonly status: number }) => string;
    readonly refusalWithoutHeadline: (values: { readonly status: number }) => string;
    readonly redirected: string;
    readonly redirectedTo: (values: { readonly where: TextValue }) => string;
    readonly waits: {
      readonly forAnother: string;
      readonly forComputer: (values: { readonly name: TextValue }) => string;
      readonly forStuck: (values: { readonly title: TextValue }) => string;
      readonly forSent: (values: { readonly title: TextValue }) => string;
      readonly held: string;
      readonly offline: string;
      readonly signedOut: string;
      readonly keyLocked: string;
      readonly paused: {
        readonly unreachable: string;
        readonly busy: string;
        readonly faulty: string;
        readonly silent: string;
      };
      readonly next: string;
    };
    readonly sending: string;
    readonly retries: {
      readonly unreached: (values: { readonly why: TextValue }) => string;
      readonly busy: (values: { readonly status: number }) => string;
      readonly faulty: (values: { readonly status: number }) => string;
      readonly foreign: (values: { readonly status: number }) => string;
      readonly lost: string;
    };
    readonly reasons: {
      readonly 'answer-lost': string;
      readonly 'server-error': string;
      readonly 'not-understood': string;
      readonly 'see-other': string;
      readonly 'not-found': string;
      readonly damaged: string;
      readonly restored: string;
      readonly refused: string;
      readonly redirected: string;
      readonly 'gave-up': string;
      readonly 'key-lost': string;
      readonly 'no-address': string;
      readonly 'not-replaced': string;
    };
    readonly review: {
      readonly serverError: string;
      readonly serverErrorWith: (values: { readonly status: number }) => string;
      readonly busy: (values: { readonly status: number }) => string;
      readonly seeOther: (values: { readonly status: number }) => string;
      readonly notFound: (values: { readonly status: number }) => string;
      readonly foreign: (values: { readonly status: number }) => string;
      readonly restored: (values: { readonly backupAt: Date | number }) => string;
      readonly damaged: string;
      readonly otherProduct: string;
      readonly otherLink: string;
      readonly noPaymentLink: string;
      readonly notUnderstood: string;
      readonly appClosed: string;
      readonly answerLost: string;
      readonly answerLate: string;
      readonly sendAgainHarmless: string;
      readonly mayExist: string;
      readonly deletesLink: string;
    };
    readonly rejected: {
      readonly gaveUp: (values: { readonly tries: number }) => string;
      readonly gaveUpWith: (values: { readonly tries: number; readonly last: TextValue }) => string;
      readonly keyLost: (values: { readonly mayBeThere: boolean }) => string;
      readonly noAddress: string;
      readonly notReplaced: string;
      readonly oldLinkWorks: string;
      readonly saidNo: string;
      readonly saidNoBare: (values: { readonly status: number }) => string;
      readonly saidNoWith: (values: { readonly headline: TextValue; readonly status: number }) => string;
      readonly asSentence: (values: { readonly sentence: TextValue }) => string;
      readonly bothMayWork: string;
      readonly bothWork: string;
    };
    readonly refusedFields: {
      readonly buttonTitle: string;
      readonly productTitle: string;
      readonly productDescription: string;
      readonly url: string;
      readonly key: string;
      readonly price: string;
      readonly currencyId: string;
      readonly discount: string;
      readonly metadata: string;
      readonly said: (values: { readonly field: TextValue; readonly message: TextValue }) => string;
      readonly more: (values: { readonly count: number }) => string;
    };
    readonly ended: {
      readonly discarded: {
        readonly 'product.create': string;
        readonly 'product.update': string;
        readonly 'link.create': string;
        readonly 'link.delete': string;
        readonly 'settings.update': string;
      };
      readonly discardedUnsent: string;
      readonly takenBack: string;
      readonly takenBackInDoubt: string;
      readonly saved: string;
      readonly recorded: {
        readonly product: (values: { readonly id: number }) => string;
        readonly link: (values: { readonly address: TextValue }) => string;
        readonly plain: string;
        readonly search: string;
      };
      readonly alreadyGone: string;
      readonly unknownAnswer: string;
    };
    readonly doubt: {
      readonly mayBeThere: {
        readonly 'product.create': (values: { readonly why: TextValue }) => string;
        readonly 'product.update': (values: { readonly why: TextValue }) => string;
        readonly 'link.create': (values: { readonly why: TextValue }) => string;
        readonly 'link.delete': (values: { readonly why: TextValue }) => string;
        readonly 'settings.update': (values: { readonly why: TextValue }) => string;
      };
      readonly serverError: (values: { readonly status: number }) => string;
      readonly notFound: (values: { readonly status: number }) => string;
      readonly redirected: (values: { readonly status: number }) => string;
      readonly notUnderstood: string;
      readonly appClosed: string;
      readonly answerLost: string;
      readonly damaged: string;
      readonly restored: string;
      readonly earlierTry: string;
      readonly earlierChange: string;
      readonly deletion: string;
      readonly price: string;
      readonly webhook: string;
      readonly webhookKey: string;
    };
    readonly discarding: {
      readonly notTakenBack: string;
      readonly notAgain: string;
      readonly notSent: string;
    };
    readonly toasts: {
      readonly title: (values: { readonly title: TextValue; readonly explanation: TextValue }) => string;
      readonly lookOnPage: string;
      readonly needAttention: (values: { readonly count: number }) => string;
      readonly unknownAnswers: (values: { readonly count: number }) => string;
    };
  };
  readonly common: {
    readonly csvFile: string;
    readonly fileNotWritten: string;
  };
  readonly inbox: {
    readonly portTaken: (values: { readonly port: number }) => string;
    readonly portNotAllowed: (values: { readonly port: number }) => string;
    readonly notStarted: (values: { readonly reason: TextValue }) => string;
    readonly isVerified: string;
    readonly notCleared: string;
    readonly gone: string;
    readonly maskedKey: (values: { readonly characters: number }) => string;
    readonly hiddenKey: string;
    readonly turnedAway: {
      readonly notHttp: string;
      readonly largeHeaders: string;
      readonly tooSlow: string;
      readonly otherMethod: (values: { readonly method: TextValue }) => string;
      readonly webPage: string;
      readonly largeBody: string;
      readonly tooMuchAtOnce: string;
      readonly brokenOff: string;
    };
    readonly replay: {
      readonly keyUnknown: string;
      readonly noAnswerWithin: (values: { readonly seconds: number }) => string;
      readonly nothingListens: string;
      readonly noHost: string;
      readonly notConfirmed: string;
      readonly confirm: {
        readonly message: (values: { readonly host: TextValue }) => string;
        readonly detail: (values: { readonly withKey: boolean; readonly address: TextValue }) => string;
        readonly button: string;
      };
    };
    readonly export: {
      readonly nothing: string;
      readonly one: string;
      readonly several: string;
      readonly fileKind: string;
    };
    readonly kept: {
      readonly settings: string;
      readonly delivery: string;
      readonly deliveries: string;
    };
  };
  readonly linkImport: {
    readonly gone: string;
    readonly stillMaking: string;
    readonly draft: {
      readonly closed: string;
      readonly notText: string;
      readonly notTextSo: string;
      readonly columnsChanged: string;
      readonly notReadSo: (values: { readonly why: TextValue }) => string;
      readonly asLastTime: string;
      readonly rowsOfEarlier: string;
      readonly repriced: (values: { readonly prices: TextValue }) => string;
      readonly otherUse: (values: { readonly useOnce: boolean }) => string;
      readonly sameMetadataAs: (values: { readonly line: number }) => string;
      readonly sameAs: (values: { readonly line: number }) => string;
      readonly sameButUnused: (values: { readonly line: number; readonly columns: TextValue }) => string;
      readonly exists: string;
      readonly unconfirmed: string;
      readonly refused: string;
      readonly stillChecking: string;
      readonly noneChosen: string;
      readonly otherImport: string;
      readonly linksChanged: (values: { readonly existing: number; readonly chosen: number }) => string;
    };
    readonly stopped: {
      readonly cancelled: string;
      readonly productGone: (values: { readonly rows: number }) => string;
      readonly leftOut: (values: { readonly rows: number }) => string;
      readonly because: (values: { readonly reason: TextValue }) => string;
    };
    readonly mayExist: string;
    readonly errors: {
      readonly save: string;
    };
    readonly template: {
      readonly save: string;
      readonly product: string;
      readonly notWritten: (values: { readonly reason: TextValue }) => string;
    };
    readonly result: {
      readonly save: string;
      readonly notWritten: (values: { readonly reason: TextValue }) => string;
      readonly sameAs: (values: { readonly line: number }) => string;
      readonly sameButUnused: (values: { readonly line: number; readonly columns: TextValue }) => string;
      readonly repriced: (values: { readonly prices: TextValue }) => string;
    };
  };
  readonly linkTable: {
    readonly file: {
      readonly empty: string;
      readonly workbook: string;
      readonly oldWorkbook: string;
      readonly pdf: string;
      readonly withoutRows: string;
      readonly tooWide: (values: { readonly line: number; readonly cells: number; readonly most: number }) => string;
      readonly tooLong: (values: { readonly most: number }) => string;
    };
    readonly notes: {
      readonly encodings: {
        readonly 'utf-8': string;
        readonly 'utf-16le': string;
        readonly 'utf-16be': string;
        readonly 'windows-1252': string;
        readonly shift_jis: string;
      };
      readonly notUtf8: (values: { readonly encoding: TextValue }) => string;
      readonly unreadable: (values: { readonly rows: number }) => string;
      readonly guarded: (values: { readonly rows: number }) => string;
      readonly onlyRowIsNames: string;
      readonly firstRowIsNames: string;
      readonly untick: string;
      readonly firstRowIsRow: string;
      readonly twice: (values: { readonly name: TextValue; readonly column: TextValue }) => string;
    };
    readonly columns: {
      readonly unnamed: (values: { readonly place: number }) => string;
      readonly quoted: (values: { readonly column: TextValue }) => string;
      readonly currencyByValues: (values: { readonly column: TextValue }) => string;
      readonly productByValues: (values: { readonly column: TextValue }) => string;
      readonly unusedMoney: {
        readonly price: (values: { readonly column: TextValue }) => string;
        readonly discount: (values: { readonly column: TextValue }) => string;
        readonly currency: (values: { readonly column: TextValue }) => string;
        readonly quantity: (values: { readonly column: TextValue }) => string;
      };
      readonly inUnknownCurrency: (values: { readonly column: TextValue; readonly currency: TextValue }) => string;
      readonly withoutKey: string;
      readonly withoutPrice: string;
      readonly withoutProduct: string;
      readonly currencyGone: string;
      readonly twice: {
        readonly product: string;
        readonly productId: string;
        readonly productNumber: string;
        readonly currency: string;
        readonly singleUse: string;
        readonly otherMetadata: string;
        readonly note: string;
        readonly metadata: (values: { readonly key: TextValue }) => string;
        readonly price: string;
        readonly discount: string;
      };
      readonly twiceIn: {
        readonly price: (values: { readonly currency: TextValue }) => string;
        readonly discount: (values: { readonly currency: TextValue }) => string;
      };
    };
    readonly row: {
      readonly tooLong: (values: { readonly cells: number; readonly columns: number }) => string;
      readonly tooShort: (values: { readonly cells: number; readonly columns: number }) => string;
      readonly quoteNotClosed: (values: { readonly line: number }) => string;
      readonly quoteOutOfPlace: (values: { readonly line: number }) => string;
      readonly readAsOne: {
        readonly quoteNotClosed: (values: { readonly line: number; readonly last: number }) => string;
        readonly quoteOutOfPlace: (values: { readonly line: number; readonly last: number }) => string;
      };
      readonly neitherYesNorNo: (values: { readonly typed: TextValue }) => string;
      readonly notJson: string;
      readonly lineBreaks: string;
      readonly withHint: (values: { readonly problem: TextValue; readonly hint: TextValue }) => string;
    };
    readonly price: {
      readonly enterForDiscount: string;
      readonly noColumnForDiscount: string;
      readonly currencyUnknown: (values: { readonly typed: TextValue }) => string;
      readonly addCurrency: (values: { readonly add: TextValue }) => string;
      readonly noCurrencyCalled: (values: { readonly typed: TextValue }) => string;
      readonly currencyUncertain: (values: { readonly typed: TextValue; readonly currencies: TextValue }) => string;
      readonly noCurrency: (values: { readonly currency: TextValue }) => string;
      readonly oneOr: (values: { readonly currency: TextValue; readonly other: TextValue }) => string;
      readonly orDecimalSign: string;
    };
    readonly product: {
      readonly missing: string;
      readonly idUnknown: (values: { readonly id: TextValue }) => string;
      readonly numberUnknown: (values: { readonly number: TextValue }) => string;
      readonly numberUncertain: (values: { readonly products: number; readonly number: TextValue }) => string;
      readonly titleUnknown: (values: { readonly title: TextValue }) => string;
      readonly titleUncertain: (values: { readonly products: number; readonly title: TextValue }) => string;
      readonly idIsOf: (values: { readonly id: TextValue; readonly title: TextValue; readonly other: TextValue }) => string;
      readonly numberIsOf: (values: { readonly number: TextValue; readonly title: TextValue; readonly other: TextValue }) => string;
    };
  };
  readonly linkWork: {
    readonly gone: string;
    readonly chooseProduct: string;
    readonly sentAlready: string;
    readonly deletedAlready: string;
    readonly withoutUuid: string;
    readonly withoutAddress: string;
    readonly notAllTakenBack: (values: { readonly reason: TextValue; readonly saved: number }) => string;
    readonly export: {
      readonly all: string;
      readonly selected: string;
      readonly notWritten: (values: { readonly reason: TextValue }) => string;
      readonly toBeDeleted: (values: { readonly state: TextValue }) => string;
      readonly beingReplaced: (values: { readonly state: TextValue }) => string;
    };
    readonly replace: {
      readonly obstacles: {
        readonly gone: string;
        readonly leaving: string;
        readonly unsent: string;
        readonly unknown: string;
        readonly withoutUuid: string;
      };
      readonly tooLate: string;
      readonly notAll: (values: { readonly reason: TextValue; readonly saved: number }) => string;
    };
    readonly keep: {
      readonly tooLate: string;
    };
    readonly customised: string;
  };
  readonly outbox: {
    readonly notUndone: string;
    readonly notChanged: string;
    readonly notTakenBack: string;
    readonly notSentAgain: string;
    readonly notInDoubt: string;
    readonly isBeingSent: string;
  };
  readonly sales: {
    readonly ofOtherStore: (values: { readonly store: TextValue }) => string;
    readonly ofUnknownStore: string;
    readonly test: string;
    readonly unknownLink: string;
    readonly linkOfOtherStore: (values: { readonly product: TextValue; readonly store: TextValue }) => string;
    readonly severalFit: {
      readonly uuid: (values: { readonly links: number }) => string;
      readonly metadata: (values: { readonly links: number }) => string;
    };
    readonly sold: {
      readonly uuid: (values: { readonly product: TextValue }) => string;
      readonly metadata: (values: { readonly product: TextValue }) => string;
    };
    readonly repeated: (values: { readonly sale: TextValue }) => string;
    readonly ofProduct: {
      readonly verified: (values: { readonly product: TextValue }) => string;
      readonly marked: (values: { readonly product: TextValue }) => string;
      readonly unverified: (values: { readonly product: TextValue }) => string;
      readonly dismissed: (values: { readonly product: TextValue }) => string;
    };
    readonly notVerified: (values: { readonly product: TextValue }) => string;
    readonly markedByYou: (values: { readonly product: TextValue }) => string;
    readonly dismissed: (values: { readonly product: TextValue }) => string;
    readonly claimed: (values: { readonly said: TextValue }) => string;
    readonly verifiedElsewhere: (values: { readonly product: TextValue }) => string;
    readonly notMarked: string;
    readonly notMarkedStored: string;
    readonly export: {
      readonly title: string;
      readonly nothing: string;
      readonly notWritten: (values: { readonly reason: TextValue }) => string;
      readonly columns: {
        readonly time: string;
        readonly product: string;
        readonly amount: string;
        readonly currency: string;
        readonly verified: string;
        readonly url: string;
        readonly event: string;
        readonly deliveries: string;
        readonly amountFrom: string;
      };
      readonly metadata: (values: { readonly key: TextValue }) => string;
      readonly otherMetadata: string;
      readonly states: {
        readonly verified: string;
        readonly marked: string;
        readonly unverified: string;
        readonly dismissed: string;
      };
      readonly amountFrom: {
        readonly event: string;
        readonly link: string;
      };
      readonly currency: (values: { readonly id: number }) => string;
    };
    readonly news: {
      readonly one: string;
      readonly several: (values: { readonly count: number }) => string;
      readonly more: (values: { readonly count: number }) => string;
      readonly inStore: (values: { readonly title: TextValue; readonly store: TextValue }) => string;
      readonly withoutProduct: string;
    };
    readonly unverified: {
      readonly arrived: (values: { readonly count: number }) => string;
      readonly mark: string;
    };
  };
  readonly service: {
    readonly unusableProxy: string;
    readonly unusableSystemProxy: (values: { readonly kind: TextValue }) => string;
    readonly noSystemProxy: string;
    readonly proxyUnreachable: (values: { readonly code: TextValue }) => string;
    readonly proxySilent: string;
    readonly proxyClosed: string;
    readonly proxyBroke: (values: { readonly detail: TextValue }) => string;
    readonly proxyRefused: (values: { readonly status: number }) => string;
    readonly proxyWantsSignIn: string;
    readonly noAnswerWithin: (values: { readonly seconds: number }) => string;
    readonly closed: string;
  };
  readonly share: {
    readonly noAddressToSend: string;
    readonly priceUnknown: string;
    readonly hasAddress: string;
    readonly templates: {
      readonly document: string;
      readonly gone: string;
      readonly atMost: (values: { readonly most: number }) => string;
      readonly nameTaken: string;
    };
    readonly qrCode: {
      readonly save: string;
      readonly png: string;
      readonly svg: string;
      readonly tooLong: (values: { readonly characters: number; readonly most: number }) => string;
      readonly notWritten: (values: { readonly reason: TextValue }) => string;
    };
  };
  readonly shell: {
    readonly notStarted: string;
    readonly noClaim: {
      readonly 'folder-in-use': (values: { readonly folder: TextValue }) => string;
      readonly 'no-lock': (values: { readonly folder: TextValue }) => string;
    };
    readonly workOfflineNotChanged: string;
    readonly workOfflineNotChangedBecause: (values: { readonly reason: TextValue }) => string;
    readonly updateReady: (values: { readonly version: TextValue }) => string;
    readonly updateInstalledLater: string;
    readonly updateAvailable: (values: { readonly version: TextValue }) => string;
    readonly updateByHand: string;
    readonly needsAttention: string;
    readonly linkRefused: string;
    readonly linkRefusedBecause: string;
    readonly addressRefused: string;
    readonly addressNotOpened: string;
    readonly folderNotOpened: (values: { readonly folder: TextValue }) => string;
    readonly notPrinted: (values: { readonly reason: TextValue }) => string;
    readonly notPrintedWithoutReason: string;
    readonly showDiagnosticsFirst: string;
    readonly commandLine: {
      readonly needsFolder: string;
      readonly folderNotTaken: string;
      readonly needsPort: string;
      readonly refused: (values: { readonly name: TextValue }) => string;
      readonly practiceTakesNoValue: string;
    };
    readonly confirm: {
      readonly cancel: string;
    };
    readonly calls: {
      readonly notOwn: string;
      readonly somethingWrong: string;
      readonly notAccepted: (values: { readonly reason: TextValue }) => string;
      readonly fault: string;
    };
    readonly background: {
      readonly title: string;
      readonly about: string;
      readonly aboutWithTray: string;
    };
    readonly count: {
      readonly nothing: string;
      readonly waiting: (values: { readonly changes: number }) => string;
      readonly needAttention: (values: { readonly changes: number }) => string;
      readonly both: (values: { readonly waiting: number; readonly attention: number }) => string;
    };
    readonly faults: {
      readonly keepsBreaking: string;
      readonly doesNotAnswer: string;
      readonly about: string;
      readonly openAgain: string;
      readonly quit: string;
      readonly wait: string;
    };
    readonly menu: {
      readonly file: string;
      readonly go: string;
      readonly view: string;
      readonly window: string;
      readonly closeWindow: string;
      readonly openSettings: string;
      readonly palette: string;
      readonly search: string;
      readonly create: string;
      readonly help: string;
      readonly shortcuts: string;
      readonly edit: string;
      readonly undo: string;
      readonly redo: string;
      readonly cut: string;
      readonly copy: string;
      readonly paste: string;
      readonly delete: string;
      readonly selectAll: string;
      readonly actualSize: string;
      readonly zoomIn: string;
      readonly zoomOut: string;
      readonly fullScreen: string;
      readonly developerTools: string;
      readonly minimize: string;
      readonly zoom: string;
      readonly bringAllToFront: string;
      readonly about: string;
      readonly services: string;
      readonly hide: string;
      readonly hideOthers: string;
      readonly showAll: string;
      readonly quit: string;
    };
    readonly tray: {
      readonly open: string;
      readonly quit: string;
      readonly workOfflineIn: (values: { readonly store: TextValue }) => string;
      readonly tip: (values: { readonly count: TextValue }) => string;
      readonly tipNothing: string;
    };
    readonly practice: {
      readonly notRunning: string;
      readonly notDone: (values: { readonly reason: TextValue }) => string;
      readonly portTaken: string;
    };
    readonly notAllStarted: string;
    readonly notAllStartedBecause: (values: { readonly reason: TextValue }) => string;
    readonly notFocused: string;
    readonly openedJustNow: string;
  };
  readonly storage: {
    readonly because: (values: { readonly what: TextValue; readonly reason: TextValue }) => string;
    readonly notWritten: (values: { readonly what: TextValue }) => string;
    readonly newerVersion: (values: { readonly what: TextValue; readonly file: TextValue; readonly version: number; readonly newest: number }) => string;
    readonly reasons: {
      readonly diskFull: string;
      readonly notWritable: {
        readonly 'data-folder': string;
        readonly 'chosen-folder': string;
      };
      readonly gone: {
        readonly 'data-folder': string;
        readonly 'chosen-folder': string;
      };
      readonly folderInTheWay: string;
      readonly diskFault: string;
      readonly closed: string;
      readonly notReadBack: string;
    };
    readonly damage: {
      readonly unknownLayout: string;
      readonly recordsNotRead: (values: { readonly records: number }) => string;
      readonly contradictory: string;
      readonly empty: string;
      readonly logMissing: string;
    };
    readonly kept: {
      readonly windowPlace: string;
      readonly signIns: string;
    };
    readonly backup: {
      readonly newer: string;
      readonly notABackup: string;
      readonly damaged: string;
      readonly tooLarge: string;
      readonly needsPassphrase: string;
      readonly wrongPassphrase: string;
      readonly notRead: (values: { readonly reason: TextValue }) => string;
    };
  };
  readonly stores: {
    readonly practiceStore: string;
    readonly noneYet: string;
    readonly unknown: string;
    readonly closing: string;
    readonly enterAddress: string;
    readonly addressHasMore: string;
    readonly slugHasSigns: string;
    readonly usdStays: string;
    readonly signIn: {
      readonly unreachable: (values: { readonly why: TextValue }) => string;
      readonly noAnswer: (values: { readonly host: TextValue }) => string;
      readonly notAccepted: (values: { readonly status: number }) => string;
      readonly connectionBroke: string;
      readonly otherService: string;
      readonly notOpened: (values: { readonly store: TextValue; readonly why: TextValue }) => string;
      readonly practiceNotStarted: (values: { readonly why: TextValue }) => string;
    };
    readonly exits: {
      readonly notConfirmed: string;
      readonly unknownAddress: string;
      readonly signIn: {
        readonly message: (values: { readonly host: TextValue }) => string;
        readonly detail: (values: { readonly email: TextValue; readonly address: TextValue }) => string;
        readonly button: string;
      };
      readonly reveal: {
        readonly message: (values: { readonly store: TextValue }) => string;
        readonly detail: string;
        readonly button: string;
      };
      readonly copy: {
        readonly message: (values: { readonly store: TextValue }) => string;
        readonly detail: string;
        readonly button: string;
      };
      readonly open: {
        readonly message: (values: { readonly host: TextValue }) => string;
        readonly detail: (values: { readonly address: TextValue }) => string;
        readonly button: string;
      };
      readonly receiver: {
        readonly message: (values: { readonly host: TextValue }) => string;
        readonly detail: (values: { readonly address: TextValue }) => string;
        readonly button: string;
      };
      readonly checkout: {
        readonly message: (values: { readonly host: TextValue }) => string;
        readonly detail: (values: { readonly address: TextValue }) => string;
        readonly button: string;
      };
      readonly team: {
        readonly message: (values: { readonly hosts: TextValue }) => string;
        readonly detail: string;
        readonly button: string;
      };
    };
    readonly notices: {
      readonly practiceNotOpened: string;
      readonly notOpened: (values: { readonly store: TextValue }) => string;
      readonly notOpenedBecause: (values: { readonly why: TextValue }) => string;
      readonly updating: (values: { readonly store: TextValue }) => string;
      readonly updatingAt: (values: { readonly percent: number }) => string;
      readonly notWritable: string;
      readonly notWritableBecause: (values: { readonly why: TextValue }) => string;
      readonly foundAgain: string;
      readonly foundAgainIn: (values: { readonly stores: TextValue }) => string;
      readonly foundStore: (values: { readonly name: TextValue; readonly email: TextValue }) => string;
      readonly fault: string;
      readonly faultMeans: string;
      readonly importLeft: string;
      readonly importLeftAt: (values: { readonly file: TextValue; readonly made: number; readonly chosen: number }) => string;
    };
    readonly catalogDamage: {
      readonly damaged: (values: { readonly keptAs: TextValue }) => string;
      readonly missing: string;
      readonly restored: {
        readonly title: (values: { readonly store: TextValue }) => string;
        readonly message: (values: { readonly from: Date | number }) => string;
      };
      readonly empty: {
        readonly title: (values: { readonly store: TextValue }) => string;
        readonly message: string;
      };
      readonly again: string;
      readonly logMissing: (values: { readonly store: TextValue }) => string;
      readonly logMissingMeans: string;
      readonly noSnapshot: (values: { readonly store: TextValue }) => string;
      readonly noSnapshotBecause: (values: { readonly reason: TextValue }) => string;
    };
    readonly damaged: {
      readonly contents: {
        readonly products: string;
        readonly links: string;
        readonly outbox: string;
        readonly history: string;
        readonly sales: string;
        readonly imports: string;
        readonly 'webhook.json': string;
        readonly 'settings.json': string;
        readonly 'stores.json': string;
        readonly 'secrets.json': string;
        readonly 'restoring.json': string;
        readonly 'restoring.storefront-backup': string;
      };
      readonly one: string;
      readonly oneHeld: (values: { readonly contents: TextValue; readonly reason: TextValue; readonly keptAs: TextValue }) => string;
      readonly recordsInUse: (values: { readonly count: number }) => string;
      readonly several: (values: { readonly count: number }) => string;
      readonly severalHeld: (values: { readonly contents: TextValue }) => string;
      readonly filesOf: (values: { readonly contents: TextValue; readonly count: number }) => string;
      readonly restLoaded: string;
      readonly wayBack: string;
    };
    readonly toasts: {
      readonly inStore: (values: { readonly store: TextValue; readonly message: TextValue }) => string;
      readonly signedOut: string;
      readonly imported: (values: { readonly links: number; readonly file: TextValue; readonly bad: number }) => string;
    };
    readonly kept: {
      readonly settings: string;
      readonly stores: string;
      readonly store: string;
      readonly tour: string;
      readonly outbox: string;
      readonly catalog: string;
      readonly importColumns: string;
      readonly webhook: string;
      readonly pause: string;
    };
  };
  readonly team: {
    readonly kept: string;
    readonly anotherComputer: string;
    readonly alreadyIn: string;
    readonly progress: {
      readonly title: string;
      readonly at: (values: { readonly percent: number }) => string;
    };
    readonly invite: {
      readonly 'not-an-invite': string;
      readonly incomplete: string;
      readonly 'other-version': string;
      readonly refused: string;
      readonly expired: string;
    };
    readonly missed: {
      readonly title: string;
      readonly dropped: (values: { readonly count: number }) => string;
      readonly replaced: string;
    };
    readonly unreachable: (values: { readonly reason: TextValue }) => string;
    readonly unreachableBecause: {
      readonly ECONNREFUSED: string;
      readonly ENOTFOUND: string;
      readonly ETIMEDOUT: string;
      readonly EHOSTUNREACH: string;
      readonly ENETUNREACH: string;
    };
    readonly notStored: (values: { readonly reason: TextValue }) => string;
    readonly certificateNotYetValid: string;
    readonly certificateExpired: string;
    readonly otherCertificate: string;
  };
  readonly webhook: {
    readonly needsKeyAgain: string;
    readonly keyNotHere: {
      readonly none: string;
      readonly here: string;
      readonly locked: string;
      readonly 'on-service': string;
      readonly gone: string;
      readonly 'gone-in-doubt': string;
    };
    readonly test: {
      readonly changeNeedsYou: string;
      readonly changeWaits: string;
      readonly signIn: string;
      readonly unreachable: (values: { readonly why: TextValue }) => string;
      readonly noAnswer: (values: { readonly ended: TextValue }) => string;
      readonly delivered: string;
      readonly signedOut: string;
      readonly notConfirmed: string;
      readonly refused: (values: { readonly status: number }) => string;
      readonly refusedWith: (values: { readonly headline: TextValue; readonly status: number }) => string;
    };
    readonly marks: {
      readonly stopped: string;
      readonly refuses: string;
      readonly noKey: string;
      readonly keyLost: string;
    };
  };
}

export interface RulesTexts {
  readonly fields: {
    readonly noControlCharactersInLine: string;
    readonly noControlCharacters: string;
    readonly tooShort: (values: { readonly least: number }) => string;
    readonly tooLong: (values: { readonly most: number }) => string;
    readonly noteTooLong: (values: { readonly most: number; readonly length: number }) => string;
    readonly enterName: string;
    readonly enterWholeAddress: string;
    readonly noWebAddress: string;
    readonly team: {
      readonly enterInvite: string;
    };
    readonly product: {
      readonly enterId: string;
      readonly enterButtonTitle: string;
      readonly enterTitle: string;
      readonly enterDescription: string;
    };
    readonly price: {
      readonly enter: string;
      readonly aboveZero: string;
      readonly tooHigh: (values: { readonly most: number }) => string;
      readonly twoDecimals: string;
      readonly twoDecimalsAsIn: (values: { readonly example: TextValue }) => string;
      readonly noDecimals: (values: { readonly currency: TextValue }) => string;
      readonly noAmount: (values: { readonly typed: TextValue; readonly example: TextValue }) => string;
      readonly percentage: (values: { readonly typed: TextValue; readonly example: TextValue }) => string;
      readonly otherCurrency: (values: { readonly typed: TextValue; readonly currency: TextValue }) => string;
      readonly twoWays: (values: { readonly typed: TextValue; readonly whole: number; readonly decimals: number }) => string;
      readonly chooseCurrency: string;
      readonly discountTooHigh: string;
      readonly addOne: string;
      readonly currencyTwice: string;
    };
    readonly metadata: {
      readonly enterKey: string;
      readonly controlInKey: string;
      readonly controlInValue: string;
      readonly keyTwice: string;
      readonly tooLarge: string;
      readonly enterValue: string;
    };
    readonly paymentLink: {
      readonly enterAddress: string;
      readonly enterWholeAddress: string;
      readonly severalUuids: string;
      readonly noUuid: string;
    };
    readonly checkoutField: {
      readonly enterName: string;
      readonly isUuid: string;
      readonly inLink: string;
      readonly twice: string;
      readonly fillInOne: string;
    };
    readonly linkImport: {
      readonly tooLarge: string;
    };
    readonly signIn: {
      readonly enterAddress: string;
      readonly useHttps: string;
      readonly noCredentials: string;
      readonly noQuery: string;
      readonly enterEmail: string;
      readonly enterWholeEmail: string;
      readonly enterPassword: string;
    };
    readonly webhook: {
      readonly enterUrl: string;
      readonly noSpaces: string;
      readonly useHttps: string;
      readonly keyLength: (values: { readonly length: number }) => string;
      readonly keyCharacters: string;
      readonly port: string;
    };
    readonly message: {
      readonly enter: string;
      readonly unknown: (values: { readonly unknown: TextValue; readonly product: TextValue; readonly price: TextValue; readonly link: TextValue }) => string;
      readonly keepLink: (values: { readonly link: TextValue }) => string;
    };
    readonly settings: {
      readonly keepOneCurrency: string;
      readonly currencyIdTwice: string;
      readonly enterCurrencyName: string;
      readonly parallelSends: string;
    };
  };
  readonly states: {
    readonly sync: {
      readonly synced: string;
      readonly uncertain: string;
      readonly waiting: string;
      readonly sending: string;
      readonly 'needs-review': string;
      readonly rejected: string;
    };
    readonly createdOn: (values: { readonly computer: TextValue }) => string;
    readonly inDoubtOn: (values: { readonly computers: TextValue }) => string;
    readonly importRow: {
      readonly ready: string;
      readonly exists: string;
      readonly unconfirmed: string;
      readonly refused: string;
      readonly repeated: string;
      readonly repriced: string;
      readonly bad: string;
      readonly 'not-chosen': string;
      readonly 'not-made': string;
      readonly deleted: string;
      readonly replaced: string;
      readonly synced: string;
      readonly uncertain: string;
      readonly waiting: string;
      readonly sending: string;
      readonly 'needs-review': string;
      readonly rejected: string;
    };
    readonly store: {
      readonly signInToSend: (values: { readonly count: number }) => string;
      readonly needsAttention: (values: { readonly count: number }) => string;
      readonly waiting: (values: { readonly count: number }) => string;
      readonly sending: (values: { readonly count: number }) => string;
      readonly offline: (values: { readonly waiting: number }) => string;
      readonly saved: string;
    };
  };
  readonly values: {
    readonly message: (values: { readonly product: TextValue; readonly price: TextValue; readonly link: TextValue }) => string;
    readonly unnamedCurrency: (values: { readonly id: number }) => string;
    readonly backup: {
      readonly stores: (values: { readonly stores: number }) => string;
      readonly products: (values: { readonly products: number }) => string;
      readonly links: (values: { readonly links: number }) => string;
      readonly waiting: (values: { readonly waiting: number }) => string;
      readonly sales: (values: { readonly sales: number }) => string;
      readonly notes: (values: { readonly notes: number }) => string;
    };
    readonly comma: string;
    readonly betweenSentences: string;
  };
}

export interface Names {
  readonly app: string;
  readonly products: string;
  readonly paymentLinks: string;
  readonly sales: string;
  readonly webhook: string;
  readonly sync: string;
  readonly settings: string;
  readonly workOffline: string;
  readonly importLinks: string;
}
