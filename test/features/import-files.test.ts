// What the app reads without asking from files of shops, payment services, banks and spreadsheets, with invented data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Computer } from '../support/computer.ts';
import { importing } from '../support/import-file.ts';
import { RecordingService } from '../support/recording-service.ts';

const service = new RecordingService();
const computer = new Computer();
beforeAll(async () => {
  await service.start();
  await computer.start();
  await computer.signIn(service);
  await computer.product('Logo');
  await computer.settled();
  await computer.setCurrency({ id: 3, name: 'EUR' });
});
afterAll(async () => {
  await computer.remove();
  await service.stop();
});
const { draft, read, change, create, rows } = importing(() => computer);

const latin1 = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
const text = (...lines: string[]) => `${lines.join('\n')}\n`;
/** A file with a documented header, and rows that fill some of its columns. */
const withHeader = (header: string, ...rows: Record<string, string>[]) => {
  const names = header.split(',');
  return text(header, ...rows.map((row) => names.map((name) => `"${row[name] ?? ''}"`).join()));
};

const ORDERS = { Order: 'metadata', Price: 'price' };

/** The columns that the app uses, and each row's state, price and first metadata value. */
const FILES: readonly [string, string | Buffer, Record<string, string>, string[]][] = [
  [
    'orders of Shopify, in which further items of an order have no total',
    withHeader(
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Tax 3 Name,Tax 3 Value,Tax 4 Name,Tax 4 Value,Tax 5 Name,Tax 5 Value,Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References',
      { Name: '#1001', Currency: 'EUR', Subtotal: '40.00', Taxes: '8.55', Total: '53.55', 'Lineitem price': '30.00' },
      { Name: '#1001', 'Lineitem quantity': '1', 'Lineitem name': 'Card', 'Lineitem price': '10.00' },
      { Name: '#1002', Currency: 'USD', Total: '20.00', 'Lineitem name': 'Logo', Notes: 'Gift', Id: '5000000001' },
    ),
    { Currency: 'currency', Total: 'price', Notes: 'note' },
    ['new 53.55 EUR', 'skipped', 'new 20 USD'],
  ],
  [
    'payments of Stripe',
    text(
      'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Fee,Status,Customer Email,order_id (metadata)',
      'ch_1,Logo,Payment complete.,2026-11-01 10:00,1234.50,0.00,usd,1234.50,36.10,Paid,ann@example.com,A-1',
      'ch_2,Logo,Payment complete.,2026-11-02 10:00,15.00,0.00,eur,16.20,0.70,Paid,bo@example.com,A-2',
    ),
    { Description: 'product', Amount: 'price', Currency: 'currency', 'order_id (metadata)': 'metadata' },
    ['new 1234.5 USD A-1', 'new 15 EUR A-2'],
  ],
  [
    'orders of WooCommerce',
    text(
      'Order Number,Order Status,Order Date,Customer Note,Cart Discount Amount,Order Subtotal Amount,Order Total Amount,Item Name,Quantity (- Refund)',
      '501,Completed,2026-11-01 10:00,,0,18,21.42,Logo,1',
      '502,Processing,2026-11-02 10:00,,0,30,35.7,Poster,1',
    ),
    { 'Order Number': 'metadata', 'Order Total Amount': 'price', 'Item Name': 'product' },
    ['new 21.42 USD 501', 'bad'],
  ],
  [
    'sales of Gumroad, which have only a sale price',
    text(
      'Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Subtotal ($),Taxes ($),Sale Price ($),Fees ($),Net Total ($)',
      'p1==,Logo,Ann,ann@example.com,2026-11-01,10.0,0.0,10.0,1.5,8.5',
      'p2==,Logo,Bo,bo@example.com,2026-11-02,12.5,0.0,12.5,1.7,10.8',
    ),
    { 'Item Name': 'product', 'Sale Price ($)': 'price' },
    ['new 10 USD', 'new 12.5 USD'],
  ],
  [
    'sold order items of Etsy',
    withHeader(
      'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,InPerson Discount,InPerson Location,VAT Paid by Buyer,SKU',
      { 'Item Name': 'Logo', Price: '25.00', 'Item Total': '29.00', Currency: 'EUR', 'Order ID': '3100000001' },
      { 'Item Name': 'Logo', Price: '1,050.00', Currency: 'USD', 'Order ID': '3100000002', SKU: 'L-1' },
    ),
    { 'Item Name': 'product', Price: 'price', Currency: 'currency', 'Order ID': 'metadata', SKU: 'metadata' },
    ['new 25 EUR 3100000001', 'new 1050 USD 3100000002'],
  ],
  [
    'the activity of PayPal, with a refund',
    `\uFEFF${text(
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Item Title","Invoice Number"',
      '"01/11/2026","10:00:00","CET","Ann A","Express Checkout Payment","Completed","EUR","1.234,50","-30,10","1.204,40","8AB","Logo","R-1"',
      '"02/11/2026","10:00:00","CET","Ann A","Payment Refund","Completed","EUR","-15,00","0,50","-14,50","8AC","Logo","R-2"',
    )}`,
    { Currency: 'currency', Gross: 'price', 'Item Title': 'product', 'Invoice Number': 'metadata' },
    ['new 1234.5 EUR R-1', 'bad'],
  ],
  [
    'invoices of Lexware, in Windows-1252',
    latin1(
      'Rechnungsliste;;;;;',
      'Belegdatum;Rechnungsnummer;Kunde;Nettobetrag;Bruttobetrag;Währung',
      '01.11.2026;RE0001;Müller GmbH;1.000,00;1.190,00;EUR',
      '02.11.2026;RE0002;Groß & Söhne;50,00;59,50;EUR',
      'Summe;;;1.050,00;1.249,50;',
    ),
    { Rechnungsnummer: 'metadata', Kunde: 'metadata', Bruttobetrag: 'price', Währung: 'currency' },
    ['new 1190 EUR RE0001', 'new 59.5 EUR RE0002', 'skipped 1249.5 USD'],
  ],
  [
    'a statement of a German bank, with a payment out',
    latin1(
      '"Auftragskonto";"Buchungstag";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"',
      '"DE00";"01.11.26";"GUTSCHRIFT";"Rechnung 7";"Ann A";"1.190,00";"EUR";"Umsatz gebucht"',
      '"DE00";"02.11.26";"LASTSCHRIFT";"Miete";"Bo B";"-800,00";"EUR";"Umsatz gebucht"',
    ),
    { Betrag: 'price', Waehrung: 'currency' },
    ['new 1190 EUR', 'bad'],
  ],
  [
    'orders of eBay, with lines about the file at both ends',
    text(
      '',
      withHeader(
        'Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Buyer Address 1,Buyer Address 2,Buyer City,Buyer State,Buyer Zip,Buyer Country,Buyer Tax Identifier Name,Buyer Tax Identifier Value,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,Sold Via Promoted Listings,Quantity,Sold For,Shipping And Handling,Item Location,Item Zip Code,Item Country,eBay Collect And Remit Tax Rate,eBay Collect And Remit Tax Type,eBay Reference Name,eBay Reference Value,Tax Status,Seller Collected Tax,eBay Collected Tax,Electronic Waste Recycling Fee,Mattress Recycling Fee,Battery Recycling Fee,White Goods Disposal Tax,Tire Recycling Fee,Additional Fee,Lumber Fee,Prepaid Wireless Fee,Road Improvement And Food Delivery Fee,eBay Collected Charges,Total Price,eBay Collected Tax and Fees Included in Total,Payment Method,Sale Date,Paid On Date,Ship By Date,Minimum Estimated Delivery Date,Maximum Estimated Delivery Date,Shipped On Date,Feedback Left,Feedback Received,My Item Note,PayPal Transaction ID,Shipping Service,Tracking Number,Transaction ID,Variation Details,Global Shipping Program,Global Shipping Reference ID,Click And Collect,Click And Collect Reference Number,eBay Plus,Authenticity Verification Program,Authenticity Verification Status,Authenticity Verification Outcome Reason,eBay Vault Program,Vault Fulfillment Type,eBay Fulfillment Program,eBay International Shipping,Tax City,Tax State,Tax Zip,Tax Country',
        { 'Order Number': '04-00001', 'Item Title': 'Logo', 'Sold For': '$20.00', 'Total Price': '$25.00' },
        { 'Order Number': '04-00002', 'Item Title': 'Logo', 'Sold For': '$1,200.00', 'Total Price': '$1,200.00' },
      ),
      '2,"record(s) downloaded,","from ,Nov-01-26,00:00:00, to ,Nov-28-26,00:00:00"',
      'Seller ID : mara',
    ),
    { 'Order Number': 'metadata', 'Item Title': 'product', 'Total Price': 'price' },
    ['new 25 USD 04-00001', 'new 1200 USD 04-00002', 'skipped', 'skipped'],
  ],
  [
    'sums of groups and of all, with and without words',
    text('Order,Price', 'B-1,30', 'B-2,45', 'B Total,75', 'C-1,20', 'C Total,20', 'Gesamtergebnis,95', ',95'),
    ORDERS,
    [
      ...['new 30 USD B-1', 'new 45 USD B-2', 'skipped 75 USD B Total', 'new 20 USD C-1', 'skipped 20 USD C Total'],
      ...['skipped 95 USD Gesamtergebnis', 'skipped 95 USD'],
    ],
  ],
  [
    'sums below rows, one of which has an error',
    text('Order,Price', 'B-1,30', ',30', 'B-2,-5', 'B-3,24.50', ',49.50', 'Totals for November (3),49.50'),
    ORDERS,
    [
      ...['new 30 USD B-1', 'skipped 30 USD', 'bad', 'new 24.5 USD B-3', 'skipped 49.5 USD'],
      'skipped 49.5 USD Totals for November (3)',
    ],
  ],
  [
    'prices and their sum',
    text('Price', '30', '45.50', '24.50', '100'),
    { Price: 'price' },
    ['new 30 USD', 'new 45.5 USD', 'new 24.5 USD', 'skipped 100 USD'],
  ],
  [
    'amounts that a decimal comma without quotation marks has split',
    text('Title,Price,Note', 'Logo,12,50,', 'Logo,12,5'),
    { Title: 'product', Price: 'price', Note: 'note' },
    ['bad', 'new 12 USD'],
  ],
  [
    'products of Shopify, some without a price to compare or a title',
    text(
      'Handle,Title,Option1,Variant Price,Variant Compare At Price',
      ...['l,Logo,Blue,42.99,44.99', 'l,Logo,Red,41.99,', 'l,,Green,40.99,', 'l,,,,'],
    ),
    { Title: 'product', 'Variant Price': 'discount', 'Variant Compare At Price': 'price' },
    ['new 44.99 - 42.99 USD', 'new 41.99 USD', 'skipped', 'skipped'],
  ],
  [
    'products with rows for variants, as WooCommerce writes them',
    text(
      'ID,Type,SKU,Product name,Published,Sale price,Regular price,Parent',
      ...['7,simple,w1,Logo,1,,45,', '8,"simple, virtual",w2,Logo,1,18,20,', '9,simple,w3,Logo,1,17,,'],
      ...['10,variable,w4,Logo,1,,,', '11,variation,w4-1,Logo - Red,1,,45,w4'],
    ),
    { SKU: 'metadata', 'Product name': 'product', 'Sale price': 'discount', 'Regular price': 'price' },
    ['new 45 USD w1', 'new 20 - 18 USD w2', 'new 17 USD w3', 'skipped', 'skipped'],
  ],
];

it.each(FILES)('reads %s', async (_name, file, roles, expected) => {
  const { problems, columns, choices } = await read(file);
  const usedColumns = columns.flatMap(({ name }, index) => {
    const kind = choices.roles[index]?.kind ?? 'ignore';
    return kind === 'ignore' ? [] : [[name, kind]];
  });
  expect([problems, Object.fromEntries(usedColumns)]).toEqual([[], roles]);
  const names = new Map(computer.store.deps.settings().currencies.map(({ id, name }) => [id, name]));
  const actual = (await rows()).map(({ prices: [price], metadata, state }) => {
    const cents = price ? [price.priceCents, price.discountCents].filter((one) => one !== null) : [];
    const amount = price && `${cents.map((one) => one / 100).join(' - ')} ${names.get(price.currencyId)}`;
    return [state, amount, metadata[0]?.value].filter(Boolean).join(' ');
  });
  expect(actual).toEqual(expected);
});

// The prices are called "Gross Sales" and "Net Sales", and only the seller knows which one is paid.
it('asks which column has the price in a file of sold items from Square', async () => {
  const { problems, columns } = await read(
    withHeader(
      'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option,Customer ID,Customer Name,Customer Reference ID,Unit,Count,Itemization Type,Fulfillment Note,Channel,Token,Card Brand,PAN Suffix',
      { Item: 'Logo', 'Gross Sales': '$25.00', Discounts: '-$5.00', 'Net Sales': '$20.00', 'Event Type': 'Payment' },
      { Item: 'Logo', 'Gross Sales': '$1,050.00', Discounts: '$0.00', 'Net Sales': '$1,050.00' },
    ),
  );
  expect(problems).toEqual(['Choose which column has the price.']);
  const roles = columns.map(({ name }) =>
    name === 'Net Sales' ? ({ kind: 'price', currencyId: null } as const) : null,
  );
  expect(await change({ roles })).toMatchObject({ problems: [], counts: { chosen: 2 } });
});

it('reports each column that a spreadsheet has damaged', async () => {
  await read('Product,Price,Order\nLogo,19.00,1.23457E+11\nLogo,21.00,1.23457E+11');
  expect(draft().notes).toEqual([expect.stringContaining('"Order"')]);
});

it('begins the table at the line that the seller chooses', async () => {
  await read('Mine,Yours\nLogo,12.50\nLogo,13.50');
  expect(draft().choices.headerLine).toBe(1);
  await change({ headerLine: null });
  expect(draft().counts.all).toBe(3);
  await change({ headerLine: 2 });
  expect(draft().columns.map(({ name }) => name)).toEqual(['Logo', '12.50']);
  expect(draft().counts.all).toBe(1);
});

it('reads the decimal sign as in the last file with these columns, unless an amount shows another', async () => {
  const prices = async () => (await rows()).map(({ prices }) => prices[0]?.priceCents);
  await read('Product,Price,Order\nLogo,"1,500",1');
  expect(draft().notes).toHaveLength(1);
  await change({ decimal: '.' });
  await create();
  await read('Product,Price,Order\nLogo,"1,700",2');
  expect(await prices()).toEqual([170_000]);
  await read('Product;Price;Order\nLogo;1.700;3\nLogo;2,50;4');
  expect(await prices()).toEqual([170_000, 250]);
});

it('chooses the only product or the one used last, unless a column names the product', async () => {
  const productOf = async () => (await rows())[0]?.productTitle;
  await read('Price,Order\n5,A');
  expect(draft().problems).toEqual([]);
  await create();
  const other = await computer.product('Other');
  await read('Price,Order\n5,B');
  expect(await productOf()).toBe('Logo');
  await change({ productId: other });
  await create();
  await read('Price,Reference\n6,C');
  expect(await productOf()).toBe('Other');
  await read('Product,Price\n,7');
  expect((await rows())[0]?.state).toBe('bad');
});
