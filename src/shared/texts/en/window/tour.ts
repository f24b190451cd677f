// The tour for new sellers.
export const tour = {
  label: 'Tour',
  newHere: 'New here? Take the tour',
  whatItIs: 'Five steps with the practice store: from the first product to the webhook. You can leave it at any time.',
  over: 'Tour complete',
  whatNext:
    'You have gone from the first product to a test event. To use your own store, choose "Add another store". The practice store stays here to try things out.',
  step: (at: number, of: number, title: string) => `Step ${at} of ${of}: ${title}`,
  start: 'Start the tour',
  showMe: 'Show me',
  /** Read out; `control` is the name of a button or switch. */
  marked: (control: string) => `“${control}” is highlighted.`,
  notThere: 'This is not on the screen right now.',
  /** In a low window, where the tour is one line. */
  showStep: 'Show what to do',
  hideStep: 'Hide what to do',
  notNow: 'Not now',
  close: 'Close the tour',
  leave: 'Leave the tour',
  startsAgain: 'You can start the tour again in Settings, under "Practice store".',

  steps: {
    product: {
      title: 'Create a product',
      todo: 'Press "New product", write its texts, and save. It is a draft until its first payment link publishes it.',
    },
    link: {
      title: 'Create a payment link',
      todo: 'Press "New payment link", choose your product, and enter a price. Most sellers create one for each order.',
    },
    share: {
      title: 'Share its checkout link',
      todo: 'Press "Copy checkout link" in the row of your link or in its menu, then paste it into a browser: your customer pays there. No real money is paid here.',
    },
    webhook: {
      title: 'Get notified of sales',
      todo: 'Press "Start inbox", "Use this address" (it generates a key too), "Save webhook" and "Send test event". The webhook inbox shows it as verified.',
      switchOff: 'Switch "Work offline" off first: the webhook is saved and tested on the service.',
    },
    offline: {
      title: 'Work offline',
      switchOn: 'Switch "Work offline" on, at the foot of the side bar.',
      makeLink: 'Now create another payment link, as if the network were down. It is saved and waits to be sent.',
      waits: 'Your change waits here, even after a restart; Sync shows it. Switch "Work offline" off to send it.',
      isSent: 'Your change is being sent now. Sync shows how it goes.',
    },
  },
};
