// Previews a product's texts as buyers see them: the button in the product list, and the head of the checkout page.
import type { ProductFields } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import styles from './ProductForm.module.css';

const t = texts.products.form;

export function ProductPreview({ fields }: { readonly fields: ProductFields }) {
  const text = (typed: string, blank: string) =>
    typed.trim() === '' ? <span className={styles.blank}>{blank}</span> : typed.trim();
  return (
    <section className={styles.preview} aria-label={t.preview}>
      <span className={styles.caption}>{t.inProductList}</span>
      <div className={styles.sample}>
        <span className={styles.button} dir="auto">
          {fields.buttonTitle.trim() || '…'}
        </span>
      </div>
      <span className={styles.caption}>{t.onCheckoutPage}</span>
      <div className={styles.sample}>
        <div className={styles.title} dir="auto">
          {text(fields.productTitle, t.blankTitle)}
        </div>
        <div className={styles.description} dir="auto">
          {text(fields.productDescription, t.blankDescription)}
        </div>
      </div>
    </section>
  );
}
